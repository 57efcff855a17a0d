import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

/** Most characters that v3 searches for in most lists. */
export const longestSearched = 255;

/**
 * The text of a field that is kept in the URL as `name`, trimmed and debounced. Changing it goes to the first page. The
 * field follows the URL, except for what it wrote there itself: somebody may still be typing. A text longer than `longest` is not
 * written there.
 */
export function useSearchText(
  name: string,
  longest = Number.POSITIVE_INFINITY,
): [text: string, change: (text: string) => void] {
  const [search] = useSearchParams();
  const changeSearch = useChangeSearch();
  const current = search.get(name) ?? "";
  const [text, setText] = useState(current);
  const known = useRef(current);
  const write = useDebouncedCallback((value: string) => {
    known.current = value;
    changeSearch({ [name]: value, page: null }, { replace: true });
  }, 250);
  useEffect(() => {
    if (known.current === current) return;
    known.current = current;
    setText(current);
  }, [current]);
  const change = (next: string) => {
    setText(next);
    // Also drops what was typed before and still waits: it would be searched for beside a field that says something else.
    if (next.trim().length > longest) write.cancel();
    else write(next.trim());
  };
  return [text, change];
}
