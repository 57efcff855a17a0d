import { NumberInput, Stack, Switch } from "@mantine/core";

/** A whole number, none at all, or empty while it is being typed. */
export type NumberDraft = number | "" | null;

/** The number for v3; undefined while empty. */
export const numberOf = <Draft extends NumberDraft>(draft: Draft): Exclude<Draft, ""> | undefined =>
  draft === "" ? undefined : (draft as Exclude<Draft, "">);

interface NumberOrNoneProps {
  label: string;
  description?: string;
  unit: string;
  /** Label of the switch for no number. */
  none: string;
  /** The number set when the switch is turned off. */
  usual: number;
  max?: number;
  value: NumberDraft;
  onChange: (value: NumberDraft) => void;
  error?: string | undefined;
  readOnly: boolean;
}

/** A whole number, or none. */
export function NumberOrNone({ label, description, unit, none, usual, max = 1_000_000, ...props }: NumberOrNoneProps) {
  const { value, onChange, error, readOnly } = props;
  return (
    <Stack gap="xs">
      {value !== null && (
        <NumberInput
          label={label}
          description={description}
          min={0}
          max={max}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          w={{ base: "100%", xs: 240 }}
          suffix={` ${unit}`}
          readOnly={readOnly}
          value={value}
          onChange={(next) => onChange(next === "" ? "" : Number(next))}
          error={error}
        />
      )}
      <Switch
        label={none}
        checked={value === null}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked ? null : usual)}
      />
    </Stack>
  );
}
