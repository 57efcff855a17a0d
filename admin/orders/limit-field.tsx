import { Input, NumberInput, SegmentedControl, Stack, Text } from "@mantine/core";

/** How often each file may be downloaded: by the store's own rule, so many times, or any number of times. */
export interface LimitChoice {
  kind: "default" | "number" | "unlimited";
  count: number | string;
}

/** What v3 takes as `download_limit`. */
export function limitOf({ kind, count }: LimitChoice): number | "unlimited" | null {
  if (kind === "default") return null;
  return kind === "unlimited" || count === "" ? "unlimited" : Number(count);
}

/** Why the choice says nothing yet, in words; null when it does. */
export function limitProblem({ kind, count }: LimitChoice): string | null {
  return kind === "number" && count === "" ? "Enter a number of downloads." : null;
}

const words = { default: "Default", number: "Limited", unlimited: "Unlimited" };

interface LimitFieldProps {
  value: LimitChoice;
  onChange: (choice: LimitChoice) => void;
  kinds: LimitChoice["kind"][];
  /** What the store's own rule comes to, in words. */
  defaultWords?: string | undefined;
  error?: string | null | undefined;
}

/** A choice of how often each file may be downloaded. */
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
