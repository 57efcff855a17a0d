import { SegmentedControl } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

interface FilterProps {
  /** Of the parameter in the address. */
  name: string;
  label: string;
  options: { value: string; label: string }[];
  /** What is meant when the address names none; the first option when left out. */
  standard?: string;
}

/** The value that the address names, if it is one of the options; else the standard one. */
export function useFilter({ name, options, standard }: Pick<FilterProps, "name" | "options" | "standard">): string {
  const [search] = useSearchParams();
  const named = options.find(({ value }) => value === search.get(name));
  return named?.value ?? standard ?? options[0]?.value ?? "";
}

/** A choice among a few that stands in the address. */
export function Filter({ label, ...choice }: FilterProps) {
  const { name, options } = choice;
  const value = useFilter(choice);
  const changeSearch = useChangeSearch();
  const choose = (next: string) => changeSearch({ [name]: next, page: null });
  return <SegmentedControl aria-label={label} data={options} value={value} onChange={choose} />;
}
