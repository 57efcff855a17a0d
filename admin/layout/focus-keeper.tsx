import { useEffect } from "react";

/** Milliseconds in which a dialog gives the focus back, and a new screen takes it, by themselves. */
const focusDelay = 50;

const focusable = "a[href], button:not(:disabled), input:not(:disabled)";

/** Where the keyboard was: the element, what is around it, and its place in a list or table. */
interface Place {
  element: HTMLElement;
  around: Element[];
  list: Element | null;
  index: number;
}

/** Leads the focus to the neighbour, else to the heading, when what had it is taken away. Stands once on the page. */
export function FocusKeeper() {
  useEffect(() => {
    let place: Place | null = null;
    let timer = 0;
    const remember = ({ target }: FocusEvent) => {
      // Dialogs and menus stand beside it, and give the focus back.
      if (target instanceof HTMLElement && target.closest("#root")) place = placeOf(target);
    };
    // Whoever clicks beside everything wants the focus nowhere.
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
