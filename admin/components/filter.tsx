import { SegmentedControl } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

interface FilterProps {
  /** The URL parameter. */
  name: string;
  label: string;
  options: { value: string; label: string }[];
  /** The first option when omitted. */
  defaultValue?: string;
}

/** The value in the URL if it is one of the options, else the default. */
export function useFilter({
  name,
  options,
  defaultValue,
}: Pick<FilterProps, "name" | "options" | "defaultValue">): string {
  const [search] = useSearchParams();
  const named = options.find(({ value }) => value === search.get(name));
  return named?.value ?? defaultValue ?? options[0]?.value ?? "";
}

/** A filter kept in the URL, as a row of buttons. */
export function Filter({ label, ...choice }: FilterProps) {
  const { name, options } = choice;
  const value = useFilter(choice);
  const changeSearch = useChangeSearch();
  const choose = (next: string) => changeSearch({ [name]: next, page: null });
  return <SegmentedControl aria-label={label} data={options} value={value} onChange={choose} />;
}
