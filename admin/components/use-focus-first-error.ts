import { type RefObject, useEffect, useRef } from "react";

/** Focuses the form's first invalid field after each try and each refusal. */
export function useFocusFirstError(tries: number, refusal: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try focuses again.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, refusal]);
  return form;
}
