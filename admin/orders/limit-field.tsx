import { Input, NumberInput, SegmentedControl, Stack, Text } from "@mantine/core";

/** The download limit per file: the store's default, a number, or unlimited. */
export interface LimitChoice {
  kind: "default" | "number" | "unlimited";
  count: number | string;
}

/** The `download_limit` for v3. */
export function limitOf({ kind, count }: LimitChoice): number | "unlimited" | null {
  if (kind === "default") return null;
  return kind === "unlimited" || count === "" ? "unlimited" : Number(count);
}

/** The problem with the choice; null for none. */
export function limitProblem({ kind, count }: LimitChoice): string | null {
  return kind === "number" && count === "" ? "Enter a number of downloads." : null;
}

const words = { default: "Default", number: "Limited", unlimited: "Unlimited" };

interface LimitFieldProps {
  value: LimitChoice;
  onChange: (choice: LimitChoice) => void;
  kinds: LimitChoice["kind"][];
  /** Describes the store's default. */
  defaultWords?: string | undefined;
  error?: string | null | undefined;
}

/** A choice of the download limit per file. */
export function LimitField({ value, onChange, kinds, defaultWords, error }: LimitFieldProps) {
  return (
    <Stack gap="xs">
      <Input.Label labelElement="div">Download limit</Input.Label>
      <SegmentedControl
        aria-label="Download limit"
        data={kinds.map((kind) => ({ value: kind, label: words[kind] }))}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind: kind as LimitChoice["kind"] })}
        fullWidth
      />
      {value.kind === "number" && (
        <NumberInput
          label="Downloads per file"
          min={0}
          max={1_000_000}
          allowDecimal={false}
          value={value.count}
          onChange={(count) => onChange({ ...value, count })}
          error={error}
        />
      )}
      {value.kind === "default" && defaultWords && (
        <Text size="sm" c="dimmed">
          {defaultWords}
        </Text>
      )}
    </Stack>
  );
}
