import { Group, NativeSelect, NumberInput, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import type { NumberDraft } from "./number-or-none.tsx";

/** Hours of each unit. */
const units = { days: 24, hours: 1 };
type Unit = keyof typeof units;

/** The maximum of v3. */
const maxHours = 1_000_000;

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
  const [chosen, setChosen] = useState<Unit>("days");
  const unit = isWhole(value, chosen) ? chosen : "hours";
  const change = (next: Unit) => {
    setChosen(next);
    if (typeof value === "number") onChange(Math.ceil(value / units[next]) * units[next]);
  };
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="xs" wrap="nowrap" maw={320}>
        <NumberInput
          label={label}
          min={0}
          max={Math.floor(maxHours / units[unit])}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          flex={1}
          placeholder={none}
          disabled={value === null}
          readOnly={readOnly}
          value={typeof value === "number" ? value / units[unit] : ""}
          onChange={(next) => onChange(next === "" ? "" : Number(next) * units[unit])}
          error={error}
        />
        <NativeSelect
          aria-label={`${label}: days or hours`}
          data={Object.keys(units)}
          value={unit}
          onChange={(event) => change(event.currentTarget.value === "days" ? "days" : "hours")}
          disabled={readOnly || value === null}
          mt={25}
        />
      </Group>
      <Switch
        label={none}
        checked={value === null}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked ? null : usual)}
      />
    </Stack>
  );
}

const isWhole = (value: NumberDraft, unit: Unit) => typeof value !== "number" || value % units[unit] === 0;
