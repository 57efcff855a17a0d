import { useNavigate, useSearchParams } from "react-router";
import { useChangeSearch } from "./use-change-search.ts";

/** History state of an entry that opened a dialog. Closing the dialog goes back. */
const openedHere = { opensDialog: true };

/** True while a dialog is going back, so that closing it twice goes back once. */
let isGoingBack = false;
const hasGoneBack = () => {
  isGoingBack = false;
};

/**
 * A dialog in the URL as `dialog`, so that the back button closes it and a link opens it. Closing it leaves no history
 * entry behind.
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
