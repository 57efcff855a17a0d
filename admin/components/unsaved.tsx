import { useEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { confirmAction } from "./confirm.tsx";

interface Held {
  /** Whether to ask before leaving. */
  asks?: boolean;
  /** Whether the form is in a dialog and lost when that closes. */
  inDialog?: boolean;
  /** Label and text of the question. */
  confirmLabel?: string;
  words?: string;
  /** The URL parameter that the form depends on; all of them when omitted. */
  parameter?: string | undefined;
}

/** One token per form with changes. A screen may have several, but a router allows one blocker. */
const unsaved = new Map<object, Held>();

/** Forms that use `useUnsaved` and stay on screen after saving. */
const telling = new WeakSet<HTMLFormElement>();

const tell = (form: HTMLFormElement | null) => {
  if (form) telling.add(form);
};

/**
 * Asks before somebody leaves a form that is `changed`, unless `asks` is false. `form` is the form element's ref. Call
 * `forget` after saving, to leave without a question.
 */
export function useUnsaved(
  changed: boolean,
  { asks = true, inDialog = false, confirmLabel = usual.confirmLabel, words = usual.words, parameter }: Held = {},
): { form: typeof tell; forget: () => void } {
  const { current: token } = useRef({});
  useEffect(() => {
    if (!changed) return;
    unsaved.set(token, { asks, inDialog, confirmLabel, words, parameter });
    return () => void unsaved.delete(token);
  }, [token, changed, asks, inDialog, confirmLabel, words, parameter]);
  return { form: tell, forget: () => void unsaved.delete(token) };
}

const typedIn = new WeakSet<HTMLFormElement>();
document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element && target.closest("form");
  if (form) typedIn.add(form);
});

/** Whether the page has unsaved input, including forms that do not use `useUnsaved`. */
export const hasUnsavedInput = () =>
  unsaved.size > 0 || [...document.forms].some((form) => typedIn.has(form) && !telling.has(form));

const usual = { confirmLabel: "Leave without saving", words: "Your changes are not saved." };
const asking = () => [...unsaved.values()].filter(({ asks }) => asks);

const question = ([{ confirmLabel = usual.confirmLabel, words = usual.words } = {}]: Held[]) => ({
  title: `${confirmLabel}?`,
  words,
  confirmLabel,
  cancel: "Stay",
});

/** Drops all unsaved changes, for example after the product was deleted. */
export const forgetUnsaved = () => unsaved.clear();

/** Asks before navigation or closing the window loses changes. Rendered once on the page. */
export function UnsavedGuard() {
  const { state, proceed, reset } = useBlocker(({ currentLocation, nextLocation }) =>
    asking().some((held) => placeOf(currentLocation, held) !== placeOf(nextLocation, held)),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (asking().length > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);

  useEffect(() => {
    if (state !== "blocked") return;
    let isAnswered = false;
    const takeBack = confirmAction({
      ...question(asking()),
      onConfirm: () => {
        isAnswered = true;
        proceed();
      },
      onClose: () => {
        if (!isAnswered) reset();
      },
    });
    // If the page navigates by itself meanwhile, the question is closed.
    return () => {
      isAnswered = true;
      takeBack();
    };
  }, [state, proceed, reset]);

  return null;
}

let isAsked = false;
let answeredBy: Event | undefined;

/** Closes a dialog, after a question when its form holds changes. */
export function closeDialog(close: () => void): void {
  const held = asking().filter(({ inDialog }) => inDialog);
  // The key press that answers the question also reaches the dialog below it.
  if (isAsked || (answeredBy !== undefined && window.event === answeredBy)) return;
  if (held.length === 0) {
    close();
    return;
  }
  isAsked = true;
  confirmAction({
    ...question(held),
    onConfirm: () => {
      for (const [token, { inDialog }] of unsaved) if (inDialog) unsaved.delete(token);
      close();
    },
    onClose: () => {
      isAsked = false;
      answeredBy = window.event;
    },
  });
}

/** The part of the URL that identifies a form's place. A dialog above the form does not change it. */
function placeOf({ pathname, search }: Location, { inDialog, parameter }: Held): string {
  const query = new URLSearchParams(search);
  if (parameter) return `${pathname}?${query.get(parameter)}`;
  if (!inDialog) query.delete("dialog");
  return `${pathname}?${query}`;
}
