import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { confirmDeed } from "./confirm.tsx";

/** A token for each form that holds changes; a screen may have several, and a router knows one blocker only. */
const unsaved = new Set<object>();

/** Has people asked before they leave a form while `changed`. */
export function useUnsaved(changed: boolean): void {
  useEffect(() => {
    if (!changed) return;
    const token = {};
    unsaved.add(token);
    return () => void unsaved.delete(token);
  }, [changed]);
}

const typedIn = new WeakSet<HTMLFormElement>();
document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element && target.closest("form");
  if (form) typedIn.add(form);
});

/** Whether the page holds what a person typed, also in forms that are left without a question. */
export const holdsInput = () => unsaved.size > 0 || [...document.forms].some((form) => typedIn.has(form));

/** Leaves without a question, as after what was being changed is deleted. */
export const forgetUnsaved = () => unsaved.clear();

/** Asks before changes are lost to another screen, another tab of the screen, or a closed window; stands once on the page. */
export function UnsavedGuard() {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.size > 0 && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.size > 0) event.preventDefault();
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
