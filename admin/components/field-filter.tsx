import { TextInput } from "@mantine/core";
import { useSearchText } from "./use-search-text.ts";

interface FieldFilterProps {
  /** The URL parameter. */
  name: string;
  label: string;
  type?: "text" | "date";
  placeholder?: string;
}

/** A text or date filter kept in the URL. Typing is debounced. */
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
