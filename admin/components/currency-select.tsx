import { Select } from "@mantine/core";

interface CurrencySelectProps {
  label: string;
  description?: string;
  /** An ISO 4217 code; empty for none. */
  value: string;
  onChange: (code: string) => void;
  /** The placeholder for no currency; without it one is required. */
  none?: string;
  error?: string | undefined;
  disabled?: boolean;
}

const names = new Intl.DisplayNames(undefined, { type: "currency" });
const codes = Intl.supportedValuesOf("currency");
const choices = codes.map((code) => ({ value: code, label: `${code}, ${names.of(code)}` }));

/** A currency, found by its code or its name. */
export function CurrencySelect({ value, onChange, none, disabled = false, ...field }: CurrencySelectProps) {
  // A currency set through the API may be unknown to this browser.
  const data = value === "" || codes.includes(value) ? choices : [{ value, label: value }, ...choices];
  return (
    <Select
      {...field}
      searchable
      data={data}
      value={value === "" ? null : value}
      onChange={(code) => onChange(code ?? "")}
      placeholder={none ?? "Choose a currency"}
      clearable={none !== undefined && !disabled}
      allowDeselect={false}
      nothingFoundMessage="No matching currency"
      disabled={disabled}
      clearButtonProps={{ "aria-label": "Clear currency" }}
      maxDropdownHeight={260}
    />
  );
}
