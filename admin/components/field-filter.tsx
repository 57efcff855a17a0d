import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

interface FieldFilterProps {
  /** Of the parameter in the address. */
  name: string;
  label: string;
  type?: "text" | "date";
  placeholder?: string;
}

/** A text or a day to look for, that stands in the address; typing filters after a short pause. */
export function FieldFilter({ name, label, type = "text", placeholder }: FieldFilterProps) {
  const [search] = useSearchParams();
  const changeSearch = useChangeSearch();
  const current = search.get(name) ?? "";
  const [text, setText] = useState(current);
  useEffect(() => setText(current), [current]);
  const filter = useDebouncedCallback((value: string) => {
    changeSearch({ [name]: value, page: null }, { replace: true });
  }, 250);
  const change = (value: string) => {
    setText(value);
    filter(value.trim());
  };
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
