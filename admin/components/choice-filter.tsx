import { NativeSelect } from "@mantine/core";
import { useFilter } from "./filter.tsx";
import { useChangeSearch } from "./use-change-search.ts";

interface ChoiceFilterProps {
  /** The URL parameter. */
  name: string;
  label: string;
  /** The first one is the default. */
  options: { value: string; label: string }[];
  /** The label stands above it, and it is as wide as its place, as fields beside it. */
  isLabelShown?: boolean;
}

/** A filter kept in the URL, as a select. */
export function ChoiceFilter({ name, label, options, isLabelShown = false }: ChoiceFilterProps) {
  const changeSearch = useChangeSearch();
  const choose = (next: string) => changeSearch({ [name]: next, page: null });
  return (
    <NativeSelect
      {...(isLabelShown ? { label } : { "aria-label": label })}
      data={options}
      value={useFilter({ name, options })}
      onChange={(event) => choose(event.currentTarget.value)}
      w={isLabelShown ? "100%" : { base: "100%", xs: 200 }}
      maw="100%"
    />
  );
}
