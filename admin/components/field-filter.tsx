import { TextInput } from "@mantine/core";
import { useSearchText } from "./use-search-text.ts";

interface FieldFilterProps {
  /** Of the parameter in the address. */
  name: string;
  label: string;
  type?: "text" | "date";
  placeholder?: string;
}

/** A text or a day to look for, that stands in the address; typing filters after a short pause. */
export function FieldFilter({ name, label, type = "text", placeholder }: FieldFilterProps) {
  const [text, change] = useSearchText(name);
  return (
    <TextInput
      type={type}
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
