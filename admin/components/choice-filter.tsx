import { NativeSelect } from "@mantine/core";
import { useFilter } from "./filter.tsx";
import { useChangeSearch } from "./use-change-search.ts";

interface ChoiceFilterProps {
  /** Of the parameter in the address. */
  name: string;
  label: string;
  /** The first one is meant when the address names none. */
  options: { value: string; label: string }[];
}

/** A choice among more than a row of buttons holds, that stands in the address. */
export function ChoiceFilter({ name, label, options }: ChoiceFilterProps) {
  const changeSearch = useChangeSearch();
  const choose = (next: string) => changeSearch({ [name]: next, page: null });
  return (
    <NativeSelect
      aria-label={label}
      data={options}
      value={useFilter({ name, options })}
      onChange={(event) => choose(event.currentTarget.value)}
      w={{ base: "100%", xs: 200 }}
    />
  );
}
