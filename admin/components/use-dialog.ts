import { useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

/** A dialog that stands in the address as `dialog`, so that the back button closes it and a link opens it. */
export function useDialog(name: string): { opened: boolean; open: () => void; close: () => void } {
  const [search] = useSearchParams();
  const changeSearch = useChangeSearch();
  return {
    opened: search.get("dialog") === name,
    open: () => changeSearch({ dialog: name }, { preventScrollReset: true }),
    close: () => changeSearch({ dialog: null }, { replace: true, preventScrollReset: true }),
  };
}
