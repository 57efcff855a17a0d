import { SegmentedControl } from "@mantine/core";
import { useSearchParams } from "react-router";

interface FilterProps {
  /** Of the parameter in the address. */
  name: string;
  label: string;
  /** The first one is meant when the address names none. */
  options: { value: string; label: string }[];
}

/** The value that the address names, else the first option's. */
export function useFilter({ name, options }: Pick<FilterProps, "name" | "options">): string {
  const [search] = useSearchParams();
  return search.get(name) ?? options[0]?.value ?? "";
}

/** A choice among a few that stands in the address. */
export function Filter({ name, label, options }: FilterProps) {
  const value = useFilter({ name, options });
  const [, setSearch] = useSearchParams();
  const choose = (next: string) =>
    setSearch((before) => {
      before.set(name, next);
      before.delete("page");
      return before;
    });
  return <SegmentedControl aria-label={label} data={options} value={value} onChange={choose} />;
}
