import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to the form's first wrong field after each try, and after its refusal. */
export function useFirstWrong(tries: number, refusal: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wrong once more is shown once more.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, refusal]);
  return form;
}
