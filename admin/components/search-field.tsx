import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

/** A search whose text stands in the address as `q`; typing searches after a short pause. */
export function SearchField({ label, placeholder }: { label: string; placeholder: string }) {
  const [search] = useSearchParams();
  const changeSearch = useChangeSearch();
  const current = search.get("q") ?? "";
  const [text, setText] = useState(current);
  const find = useDebouncedCallback((q: string) => changeSearch({ q, page: null }, { replace: true }), 250);
  useEffect(() => setText(current), [current]);
  const change = (next: string) => {
    setText(next);
    find(next.trim());
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton aria-label="Clear the search" onClick={() => change("")} />}
      w={{ base: "100%", sm: 340 }}
    />
  );
}
