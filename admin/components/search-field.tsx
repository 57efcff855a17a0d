import { CloseButton, TextInput } from "@mantine/core";
import { useSearchText } from "./use-search-text.ts";

/** A search kept in the URL as `q`. Typing is debounced. */
export function SearchField({ label, placeholder }: { label: string; placeholder: string }) {
  const [text, change] = useSearchText("q");
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton aria-label="Clear search" onClick={() => change("")} />}
      w={{ base: "100%", sm: 340 }}
    />
  );
}
