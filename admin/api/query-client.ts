import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiProblem, SignedOut } from "./request.ts";

/** Query keys of orders, products and everything derived from them. One change can affect many of them. */
const storeKeys = [
  "attention",
  "customers",
  "downloads",
  "emails",
  "mailbox",
  "orders",
  "products",
  "renewals",
  "setup",
  "stats",
];

/** Query keys that depend on who is signed in. */
const signInKeys = ["session", "active-sessions"];

function refresh(queries: QueryClient, names: string[]): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.includes(String(name)) });
}

/** Refetches everything that shows orders, products, emails, downloads, renewal requests or statistics. */
export const refreshStore = (queries: QueryClient) => refresh(queries, storeKeys);

/** Refetches who is signed in, and where. */
export const refreshSignIn = (queries: QueryClient) => refresh(queries, signInKeys);

/** The query cache. When a request finds the session ended, the session is refetched. */
export function createQueryClient(): QueryClient {
  let asking: Promise<void> | null = null;
  // Once for everything that a screen asks at the same time.
  const askAgain = () => {
    asking ??= queries.invalidateQueries({ queryKey: ["session"] }).finally(() => (asking = null));
  };
  const isKnownEnded = () => queries.getQueryState(["session"])?.error instanceof SignedOut;
  const ended = (error: unknown) => {
    if (error instanceof SignedOut && !isKnownEnded()) askAgain();
  };
  const back = () => {
    if (isKnownEnded()) askAgain();
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== "session") ended(error);
      },
    }),
    // After signing in again in another tab, a form continues where it was.
    mutationCache: new MutationCache({ onError: ended, onSuccess: back }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // The service may run on a local network, which works without internet.
        networkMode: "always",
        // A refusal will not change. Retry only server and network errors.
        retry: (count, error) => !(error instanceof ApiProblem && error.status < 500) && count < 2,
      },
      mutations: { networkMode: "always" },
    },
  });
  return queries;
}
