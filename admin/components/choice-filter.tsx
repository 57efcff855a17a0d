import { NativeSelect } from "@mantine/core";
import { useFilter } from "./filter.tsx";
import { useChangeSearch } from "./use-change-search.ts";

interface ChoiceFilterProps {
  /** The URL parameter. */
  name: string;
  label: string;
  /** The first one is the default. */
  options: { value: string; label: string }[];
}

/** A filter kept in the URL, as a select. */
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
