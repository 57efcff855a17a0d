import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * Something that is done by a request. Started with the same input while it runs, it is not begun once more: a second
 * click comes before the button is drawn anew. Callbacks of a call that begins nothing are not called.
 */
export function useDeed<Given, Input = void>(
  options: UseMutationOptions<Given, Error, Input>,
): UseMutationResult<Given, Error, Input> {
  const mutation = useMutation(options);
  const running = useRef(new Map<string | undefined, Promise<Given>>());
  const mutateAsync: typeof mutation.mutateAsync = (...call) => {
    // Functions, which name what is done, have no text and count as one.
    const key = JSON.stringify(call[0]);
    const before = running.current.get(key);
    if (before) return before;
    const now = mutation.mutateAsync(...call).finally(() => running.current.delete(key));
    running.current.set(key, now);
    return now;
  };
  return { ...mutation, mutateAsync, mutate: (...call) => void mutateAsync(...call).catch(() => {}) };
}
