import { Input, NumberInput, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { type ExpirationChoice, inAWeek } from "./expiration.ts";

interface ExpirationFieldsProps {
  label: string;
  /** The offered kinds of choice. */
  options: { value: ExpirationChoice["kind"]; label: string }[];
  value: ExpirationChoice;
  onChange: (choice: ExpirationChoice) => void;
  /** Describes the store's default. */
  defaultWords?: string | undefined;
  error?: string | null | undefined;
}

/** A choice of when links expire. */
export function ExpirationFields({ label, options, value, onChange, defaultWords, error }: ExpirationFieldsProps) {
  const { kind, days, date } = value;
  const choose = (next: string) => {
    const chosen = next as ExpirationChoice["kind"];
    onChange({ ...value, kind: chosen, date: chosen === "date" && date === "" ? inAWeek() : date });
  };
  return (
    <Stack gap="xs">
      <Input.Label labelElement="div">{label}</Input.Label>
      <SegmentedControl aria-label={label} data={options} value={kind} onChange={choose} fullWidth />
      {kind === "days" && (
        <NumberInput
          label="Days to add"
          data-autofocus
          description="Added to the current expiry date, or to today if it has expired."
          min={1}
          clampBehavior="none"
          allowDecimal={false}
          value={days}
          onChange={(next) => onChange({ ...value, days: next })}
          error={error}
        />
      )}
      {kind === "date" && (
        <TextInput
          type="datetime-local"
          label="Date and time"
          description="In your time zone."
          max="9998-12-31T23:59"
          value={date}
          onChange={(event) => onChange({ ...value, date: event.currentTarget.value })}
          error={error}
        />
      )}
      {kind === "default" && defaultWords && <Words>{defaultWords}</Words>}
      {kind === "never" && <Words>The links work until you expire the order.</Words>}
    </Stack>
  );
}

function Words({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
