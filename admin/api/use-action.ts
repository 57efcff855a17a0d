import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Action, newAction, perform } from "./action-keys.ts";
import { isAnswerLost } from "./request.ts";

/** What follows when an action has ended, before anything is read again; the component may have unmounted by then. */
interface Ends<Given> {
  /** Called also when the component is gone. */
  onSuccess?: (given: Given) => unknown;
  /** Called also when the component is gone. */
  onError?: (error: Error) => unknown;
  /** Leads on from here, after `onSuccess`; whoever has gone elsewhere meanwhile stays there. */
  onward?: (given: Given) => unknown;
}

/** A mutation in each of its states, without what begins it. */
type Stateful<Result> = Result extends unknown ? Omit<Result, "mutate" | "mutateAsync"> : never;
type ActionState<Given, Input> = Stateful<UseMutationResult<Given, Error, Input>> & {
  mutate: (input: Input, ends?: Ends<Given>) => void;
};

/** Milliseconds in which the same input after an answer that was lost is the same action, tried again. */
const tryingAgain = 600_000;

/** Milliseconds in which a second click belongs to the first, as most systems have it. */
const doubleClick = 500;

/**
 * An action that sends requests. While it runs, and for the length of a double click after it has succeeded, calls with
 * the same input are ignored; their callbacks do not run. An action that succeeds is pending until what its options read
 * again is there; one that fails says so at once. Called again with the same input after an answer was lost, its
 * requests are carried out once.
 */
export function useAction<Given, Input = void>(
  options: UseMutationOptions<Given, Error, Input>,
): ActionState<Given, Input> {
  const running = useRef(new Map<string | undefined, Ends<Given>>());
  const isHere = useIsHere();
  const unanswered = useRef(new Map<string | undefined, { action: Action; since: number }>());
  const { mutationFn } = options;
  const mutation = useMutation<Given, Error, Input>({
    ...options,
    ...(mutationFn && {
      mutationFn: (input: Input, context) => {
        const before = unanswered.current.get(keyOf(input));
        const isAgain = before !== undefined && Date.now() - before.since < tryingAgain;
        const action = isAgain ? before.action : newAction();
        unanswered.current.set(keyOf(input), { action, since: Date.now() });
        return perform(action, () => mutationFn(input, context));
      },
    }),
    onSuccess: (given, input, ...rest) => {
      unanswered.current.clear();
      const refreshed = options.onSuccess?.(given, input, ...rest);
      const ends = running.current.get(keyOf(input));
      ends?.onSuccess?.(given);
      if (isHere.current) ends?.onward?.(given);
      return refreshed;
    },
    onError: (error, input, ...rest) => {
      if (!isAnswerLost(error)) unanswered.current.delete(keyOf(input));
      const handled = options.onError?.(error, input, ...rest);
      running.current.get(keyOf(input))?.onError?.(error);
      return handled;
    },
    onSettled: (given, error, ...rest) => {
      const refreshed = options.onSettled?.(given, error, ...rest);
      return error ? undefined : refreshed;
    },
  });
  const mutate = (input: Input, ends: Ends<Given> = {}) => {
    const key = keyOf(input);
    if (running.current.has(key)) return;
    running.current.set(key, ends);
    const begun = Date.now();
    const ended = () => void running.current.delete(key);
    const rest = () => (typeof input === "function" ? 0 : begun + doubleClick - Date.now());
    const succeeded = () => void setTimeout(ended, rest());
    mutation.mutateAsync(input).then(succeeded, ended);
  };
  return { ...mutation, mutate };
}

function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/**
 * Plain input is the same when its text is; a file, or whatever else is not plain, only when it is the same one.
 * Functions, which name what is done, have no text and count as one.
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
