import { NumberInput, Stack, Switch } from "@mantine/core";

/** A whole number, none at all, or empty while it is being typed. */
export type NumberDraft = number | "" | null;

/** What was typed as v3 takes it; undefined while it is empty. */
export const numberOf = <Draft extends NumberDraft>(draft: Draft): Exclude<Draft, ""> | undefined =>
  draft === "" ? undefined : (draft as Exclude<Draft, "">);

interface NumberOrNoneProps {
  label: string;
  unit: string;
  /** What it means that there is no number. */
  none: string;
  /** The number that comes back when there is one again. */
  usual: number;
  value: NumberDraft;
  onChange: (value: NumberDraft) => void;
  error?: string | undefined;
  readOnly: boolean;
}

/** A whole number, or none at all. */
export function NumberOrNone({ label, unit, none, usual, ...props }: NumberOrNoneProps) {
  const { value, onChange, error, readOnly } = props;
  return (
    <Stack gap="xs">
      <NumberInput
        label={label}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        w={{ base: "100%", xs: 240 }}
        suffix={` ${unit}`}
        placeholder={none}
        disabled={value === null}
        readOnly={readOnly}
        value={value ?? ""}
        onChange={(next) => onChange(next === "" ? "" : Number(next))}
        error={error}
      />
      <Switch
        label={none}
        checked={value === null}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked ? null : usual)}
      />
    </Stack>
  );
}
