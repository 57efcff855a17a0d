import { Stack, Switch } from "@mantine/core";
import { HoursInput } from "../components/hours-input.tsx";
import type { NumberDraft } from "./number-or-none.tsx";

interface LifetimeFieldProps {
  label: string;
  /** Label of the switch for no end. */
  none: string;
  /** Hours set when the switch is turned off. */
  usual: number;
  /** Hours. */
  value: NumberDraft;
  onChange: (hours: NumberDraft) => void;
  error?: string | undefined;
  readOnly: boolean;
}

/** A duration in days or hours, or no end. */
export function LifetimeField({ label, none, usual, value, onChange, error, readOnly }: LifetimeFieldProps) {
  return (
    <Stack gap="xs">
      {value !== null && (
        <HoursInput label={label} value={value} onChange={onChange} error={error} readOnly={readOnly} />
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
