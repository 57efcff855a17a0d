import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiProblem, SignedOut } from "./request.ts";

/** What orders, products and what becomes of them are read under: one change shows in many of them. */
const storeKeys = ["attention", "downloads", "emails", "mailbox", "orders", "products", "renewals", "stats"];

/** What a changed sign-in shows in. */
const signInKeys = ["session", "signed-in-places"];

function refresh(queries: QueryClient, names: string[]): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.includes(String(name)) });
}

/** Reads again whatever shows orders, products, or their emails, downloads, requests and figures. */
export const refreshStore = (queries: QueryClient) => refresh(queries, storeKeys);

/** Reads again who is signed in, and where. */
export const refreshSignIn = (queries: QueryClient) => refresh(queries, signInKeys);

/** What was loaded, and what is being done; a session that is found to have ended is asked for again. */
export function createQueryClient(): QueryClient {
  const askAgain = () => void queries.invalidateQueries({ queryKey: ["session"] });
  const ended = (error: unknown) => {
    if (error instanceof SignedOut) askAgain();
  };
  const back = () => {
    if (queries.getQueryState(["session"])?.error instanceof SignedOut) askAgain();
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== "session") ended(error);
      },
    }),
    // Signed in again from another tab, a form goes on where it was.
    mutationCache: new MutationCache({ onError: ended, onSuccess: back }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A service on this machine or in this house is there without the internet; one that is not there is said to be so.
        networkMode: "always",
        // What the service has refused it will refuse again; only what did not reach it is worth another try.
        retry: (count, error) => !(error instanceof ApiProblem && error.status < 500) && count < 2,
      },
      mutations: { networkMode: "always" },
    },
  });
  return queries;
}
