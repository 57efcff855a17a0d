import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

/**
 * The text of a field that stands in the address as `name`, without the spaces around it, and how to change it; the
 * address follows after a short pause, and leads to the first page. The field follows the address, but not what it
 * wrote there itself: one may be in the middle of typing.
 */
export function useSearchText(name: string): [text: string, change: (text: string) => void] {
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
    write(next.trim());
  };
  return [text, change];
}
