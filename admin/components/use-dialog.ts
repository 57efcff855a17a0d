import { useSearchParams } from "react-router";

/** A dialog that stands in the address as `dialog`, so that the back button closes it and a link opens it. */
export function useDialog(name: string): { opened: boolean; open: () => void; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const change = (set: boolean, replace: boolean) =>
    setSearch(
      (before) => {
        if (set) before.set("dialog", name);
        else before.delete("dialog");
        return before;
      },
      { replace, preventScrollReset: true },
    );
  return {
    opened: search.get("dialog") === name,
    open: () => change(true, false),
    close: () => change(false, true),
  };
}
