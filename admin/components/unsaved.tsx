import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { confirmDeed } from "./confirm.tsx";

/**
 * A token for each form that holds changes, and whether people are asked before they leave it; a screen may have several,
 * and a router knows one blocker only.
 */
const unsaved = new Map<object, boolean>();

/** Forms that tell themselves whether they hold changes: those that stay when they are saved. */
const telling = new WeakSet<HTMLFormElement>();

const tell = (form: HTMLFormElement | null) => {
  if (form) telling.add(form);
};

/**
 * Keeps what a form holds while it is `changed`, and has people asked before they leave it unless `asks` is false. The
 * answer is the form element's ref.
 */
export function useUnsaved(changed: boolean, { asks = true } = {}): typeof tell {
  useEffect(() => {
    if (!changed) return;
    const token = {};
    unsaved.set(token, asks);
    return () => void unsaved.delete(token);
  }, [changed, asks]);
  return tell;
}

const typedIn = new WeakSet<HTMLFormElement>();
document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element && target.closest("form");
  if (form) typedIn.add(form);
});

/** Whether the page holds what a person typed and nobody saved, also in forms that are gone once they are sent. */
export const holdsInput = () =>
  unsaved.size > 0 || [...document.forms].some((form) => typedIn.has(form) && !telling.has(form));

const asksToStay = () => [...unsaved.values()].includes(true);

/** Leaves without a question, as after what was being changed is deleted. */
export const forgetUnsaved = () => unsaved.clear();

/** Asks before changes are lost to another screen, another tab of the screen, or a closed window; stands once on the page. */
export function UnsavedGuard() {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => asksToStay() && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (asksToStay()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);

  useEffect(() => {
    if (state !== "blocked") return;
    let leaving = false;
    confirmDeed({
      title: "Leave without saving?",
      words: "What you changed here is not saved yet.",
      act: "Leave without saving",
      cancel: "Stay",
      onConfirm: () => {
        leaving = true;
        proceed();
      },
      onClose: () => {
        if (!leaving) reset();
      },
    });
  }, [state, proceed, reset]);

  return null;
}

/** Where a form stands; a dialog opens above it and leaves it as it is. */
function placeOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search);
  query.delete("dialog");
  return `${pathname}?${query}`;
}
