import { useEffect } from "react";

/** Milliseconds for a closing dialog or a new screen to set the focus by itself. */
const focusDelay = 50;

const focusable = "a[href], button:not(:disabled), input:not(:disabled)";

/** The focused element, its ancestors, and its position in a list or table. */
interface Place {
  element: HTMLElement;
  around: Element[];
  list: Element | null;
  index: number;
}

/**
 * When the focused element is removed, moves the focus to its neighbor or else to the heading. Rendered once on the
 * page.
 */
export function FocusKeeper() {
  useEffect(() => {
    let place: Place | null = null;
    let timer = 0;
    const remember = ({ target }: FocusEvent) => {
      // Dialogs and menus are outside #root and restore the focus themselves.
      if (target instanceof HTMLElement && target.closest("#root")) place = placeOf(target);
    };
    // A click on no control clears the focus on purpose.
    const forget = ({ target }: MouseEvent) => {
      if (target instanceof Element && !target.closest("a, button, input, textarea, select, label, [tabindex]"))
        place = null;
    };
    const look = () => {
      if (!place || document.activeElement !== document.body || document.querySelector("[aria-modal=true]")) return;
      successorOf(place)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(look, focusDelay);
    });
    document.addEventListener("focusin", remember);
    document.addEventListener("mousedown", forget);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("focusin", remember);
      document.removeEventListener("mousedown", forget);
      observer.disconnect();
    };
  }, []);
  return null;
}

function placeOf(element: HTMLElement): Place {
  const around: Element[] = [];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) around.push(parent);
  const row = element.closest("tr, li");
  const list = row?.parentElement ?? null;
  return { element, around, list, index: row && list ? [...list.children].indexOf(row) : 0 };
}

function successorOf({ element, around, list, index }: Place): HTMLElement | null {
  if (element.isConnected) return element;
  if (list?.isConnected) {
    const row = list.children[index] ?? list.lastElementChild;
    const candidates = [...(row?.querySelectorAll<HTMLElement>(focusable) ?? [])];
    const next = candidates.find(({ textContent }) => textContent === element.textContent) ?? candidates[0];
    if (next) return next;
  }
  const rest = around.find((one) => one.isConnected && one.querySelector("h1, h2"));
  const heading = rest?.querySelector<HTMLElement>("h1, h2") ?? null;
  heading?.setAttribute("tabindex", "-1");
  return heading;
}
