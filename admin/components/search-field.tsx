import { CloseButton, TextInput } from "@mantine/core";
import { number } from "./format.ts";
import { longestSearched, useSearchText } from "./use-search-text.ts";

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** Most characters that can be searched for. */
  longest?: number;
}

/** A search kept in the URL as `q`. Typing is debounced. A text that is too long is not searched for. */
export function SearchField({ label, placeholder, longest = longestSearched }: SearchFieldProps) {
  const [text, change] = useSearchText("q", longest);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      error={text.trim().length > longest && `Use at most ${number(longest)} characters.`}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton aria-label="Clear search" onClick={() => change("")} />}
      w={{ base: "100%", sm: 340 }}
    />
  );
}
