import { useEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { confirmAction } from "./confirm.tsx";

interface Held {
  /** Whether people are asked before they leave it. */
  asks?: boolean;
  /** Whether it stands in a dialog, which is lost with it when the dialog closes. */
  inDialog?: boolean;
  /** What leaving does, and what is lost by it. */
  act?: string;
  words?: string;
  /** The parameter of the address that it depends on; all of them when left out. */
  parameter?: string | undefined;
}

/** A token for each form that holds changes; a screen may have several, and a router knows one blocker only. */
const unsaved = new Map<object, Held>();

/** Forms that tell themselves whether they hold changes: those that stay when they are saved. */
const telling = new WeakSet<HTMLFormElement>();

const tell = (form: HTMLFormElement | null) => {
  if (form) telling.add(form);
};

/**
 * Keeps what a form holds while it is `changed`, and has people asked before they leave it unless `asks` is false.
 * `form` is the form element's ref; after `forget` it is left without a question, as it has been saved.
 */
export function useUnsaved(
  changed: boolean,
  { asks = true, inDialog = false, act = usual.act, words = usual.words, parameter }: Held = {},
): { form: typeof tell; forget: () => void } {
  const { current: token } = useRef({});
  useEffect(() => {
    if (!changed) return;
    unsaved.set(token, { asks, inDialog, act, words, parameter });
    return () => void unsaved.delete(token);
  }, [token, changed, asks, inDialog, act, words, parameter]);
  return { form: tell, forget: () => void unsaved.delete(token) };
}

const typedIn = new WeakSet<HTMLFormElement>();
document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element && target.closest("form");
  if (form) typedIn.add(form);
});

/** Whether the page holds what a person typed and nobody saved, also in forms that are gone once they are sent. */
export const holdsInput = () =>
  unsaved.size > 0 || [...document.forms].some((form) => typedIn.has(form) && !telling.has(form));

const usual = { act: "Leave without saving", words: "Your changes are not saved." };
const asking = () => [...unsaved.values()].filter(({ asks }) => asks);

const question = ([{ act = usual.act, words = usual.words } = {}]: Held[]) => ({
  title: `${act}?`,
  words,
  act,
  cancel: "Stay",
});

/** Leaves the whole page without a question, as after what it is about was deleted. */
export const forgetUnsaved = () => unsaved.clear();

/** Asks before changes are lost to another screen, another tab of the screen, or a closed window; stands once on the page. */
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
    // The page may lead elsewhere by itself meanwhile, and nobody can leave it any more.
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
  // The key press that answers the question is heard by the dialog below it, too.
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

/** Where a form stands; a dialog opens above it and leaves it as it is. */
function placeOf({ pathname, search }: Location, { inDialog, parameter }: Held): string {
  const query = new URLSearchParams(search);
  if (parameter) return `${pathname}?${query.get(parameter)}`;
  if (!inDialog) query.delete("dialog");
  return `${pathname}?${query}`;
}
