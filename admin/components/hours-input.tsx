import { Group, NativeSelect, NumberInput } from "@mantine/core";
import { useState } from "react";

/** Hours of each unit. */
const units = { days: 24, hours: 1 };
type Unit = keyof typeof units;

/** The maximum of v3. */
const maxHours = 1_000_000;

interface HoursInputProps {
  label: string;
  placeholder?: string;
  /** Hours; empty for none. */
  value: number | "";
  onChange: (hours: number | "") => void;
  error?: string | undefined;
  disabled?: boolean;
  readOnly?: boolean;
}

/** A duration in days or hours. */
export function HoursInput({ label, value, onChange, disabled = false, readOnly = false, ...input }: HoursInputProps) {
  const [chosen, setChosen] = useState<Unit>("days");
  const unit = isWhole(value, chosen) ? chosen : "hours";
  const change = (next: Unit) => {
    setChosen(next);
    if (value !== "") onChange(Math.ceil(value / units[next]) * units[next]);
  };
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap" maw={320}>
      <NumberInput
        label={label}
        min={0}
        max={Math.floor(maxHours / units[unit])}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        flex={1}
        disabled={disabled}
        readOnly={readOnly}
        value={value === "" ? "" : value / units[unit]}
        onChange={(next) => onChange(next === "" ? "" : Number(next) * units[unit])}
        {...input}
      />
      <NativeSelect
        aria-label={`${label}: days or hours`}
        data={Object.keys(units)}
        value={unit}
        onChange={(event) => change(event.currentTarget.value === "days" ? "days" : "hours")}
        disabled={disabled || readOnly}
        mt={25}
      />
    </Group>
  );
}

const isWhole = (value: number | "", unit: Unit) => value === "" || value % units[unit] === 0;
