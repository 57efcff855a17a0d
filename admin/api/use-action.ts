import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Action, newAction, perform } from "./action-keys.ts";
import { isAnswerLost } from "./request.ts";

/** Called when the action has ended, before queries are refetched. */
interface Callbacks<Data> {
  /** Also called after the component has unmounted. */
  onSuccess?: (data: Data) => unknown;
  /** Also called after the component has unmounted. */
  onError?: (error: Error) => unknown;
  /** Called after `onSuccess`, but not once the component has unmounted: for navigation. */
  onSuccessIfMounted?: (data: Data) => unknown;
}

/** The mutation's state, without its own `mutate`. */
type StateOf<Result> = Result extends unknown ? Omit<Result, "mutate" | "mutateAsync"> : never;
type ActionState<Data, Input> = StateOf<UseMutationResult<Data, Error, Input>> & {
  mutate: (input: Input, callbacks?: Callbacks<Data>) => void;
};

/** Milliseconds in which the same input after a lost answer counts as a retry. */
const retryWindow = 600_000;

/** Milliseconds of a double click on most systems. */
const doubleClick = 500;

/**
 * A mutation that is safe to repeat. While it runs, and for a double click after it has succeeded, calls with the same
 * input are ignored; their callbacks do not run. It stays pending until the queries that its options refetch have
 * loaded. Called again with the same input after a lost answer, its requests are carried out once.
 */
export function useAction<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): ActionState<Data, Input> {
  const running = useRef(new Map<string | undefined, Callbacks<Data>>());
  const isMounted = useIsMounted();
  const unanswered = useRef(new Map<string | undefined, { action: Action; since: number }>());
  const { mutationFn } = options;
  const mutation = useMutation<Data, Error, Input>({
    ...options,
    ...(mutationFn && {
      mutationFn: (input: Input, context) => {
        const before = unanswered.current.get(keyOf(input));
        const isAgain = before !== undefined && Date.now() - before.since < retryWindow;
        const action = isAgain ? before.action : newAction();
        unanswered.current.set(keyOf(input), { action, since: Date.now() });
        return perform(action, () => mutationFn(input, context));
      },
    }),
    onSuccess: (data, input, ...rest) => {
      unanswered.current.clear();
      const refreshed = options.onSuccess?.(data, input, ...rest);
      const callbacks = running.current.get(keyOf(input));
      callbacks?.onSuccess?.(data);
      if (isMounted.current) callbacks?.onSuccessIfMounted?.(data);
      return refreshed;
    },
    onError: (error, input, ...rest) => {
      if (!isAnswerLost(error)) unanswered.current.delete(keyOf(input));
      const handled = options.onError?.(error, input, ...rest);
      running.current.get(keyOf(input))?.onError?.(error);
      return handled;
    },
    onSettled: (data, error, ...rest) => {
      const refreshed = options.onSettled?.(data, error, ...rest);
      return error ? undefined : refreshed;
    },
  });
  const mutate = (input: Input, callbacks: Callbacks<Data> = {}) => {
    const key = keyOf(input);
    if (running.current.has(key)) return;
    running.current.set(key, callbacks);
    const begun = Date.now();
    const ended = () => void running.current.delete(key);
    const rest = () => (typeof input === "function" ? 0 : begun + doubleClick - Date.now());
    const succeeded = () => void setTimeout(ended, rest());
    mutation.mutateAsync(input).then(succeeded, ended);
  };
  return { ...mutation, mutate };
}

function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/**
 * Plain inputs are equal if their JSON is. Files and other objects are equal only to themselves. Functions have no JSON
 * and count as equal.
 */
const keyOf = (input: unknown) =>
  JSON.stringify(input, (_name, value) => (isPlain(value) ? value : { identity: identityOf(value) }));

const isPlain = (value: unknown) =>
  typeof value !== "object" ||
  value === null ||
  Array.isArray(value) ||
  Object.getPrototypeOf(value) === Object.prototype;

const identities = new WeakMap<object, number>();
let lastIdentity = 0;

function identityOf(value: object): number {
  const identity = identities.get(value) ?? ++lastIdentity;
  identities.set(value, identity);
  return identity;
}
