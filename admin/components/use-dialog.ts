import { useNavigate, useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

/** What the history keeps of a step that opened a dialog: closing it goes that step back. */
const openedHere = { opensDialog: true };

/** True from the moment a dialog goes back until it has: closed twice, it still goes back once. */
let isGoingBack = false;
const hasGoneBack = () => {
  isGoingBack = false;
};

/**
 * A dialog that stands in the address as `dialog`, so that the back button closes it and a link opens it. Once it is
 * closed, no step of it is left to go back to.
 */
export function useDialog(name: string): { opened: boolean; open: () => void; close: () => void } {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  const close = () => {
    if (new URLSearchParams(window.location.search).get("dialog") !== name || isGoingBack) return;
    if (!window.history.state?.usr?.opensDialog) {
      changeSearch({ dialog: null }, { replace: true, preventScrollReset: true });
      return;
    }
    isGoingBack = true;
    window.addEventListener("popstate", hasGoneBack, { once: true });
    navigate(-1);
  };
  return {
    opened: search.get("dialog") === name,
    open: () => changeSearch({ dialog: name }, { preventScrollReset: true, state: openedHere }),
    close,
  };
}
