import { useQuery } from "@tanstack/react-query";
import { request, SignedOut } from "./request.ts";
import type { Session as AnySession } from "./types.ts";

export type Role = AnySession["role"];

/** The session of a person. Nobody signs in here with the API key. */
export type Session = AnySession & { user: NonNullable<AnySession["user"]> };

const sessionQuery = {
  queryKey: ["session"],
  queryFn: async () => (await request<{ session: Session }>("GET", "session")).session,
};

/** Who is signed in; the query fails as `SignedOut` when nobody is. */
export function useSession() {
  return useQuery({ ...sessionQuery, staleTime: 60_000 });
}

/** The same on the screen to which the others lead when nobody is: it does not ask what they have just been told. */
export function useKnownSession() {
  return useQuery({
    ...sessionQuery,
    staleTime: 60_000,
    retryOnMount: false,
    refetchOnMount: ({ state }) => !(state.error instanceof SignedOut),
  });
}

/** Whether emails are sent. Without a mail server they are kept and nobody receives them. */
export function useSendsEmail(): boolean {
  return useSession().data?.sends_email ?? true;
}

/** The store's currency and the defaults for new orders. */
export function useStoreDefaults() {
  return useQuery({ ...sessionQuery, select: ({ account }) => account });
}

/** Whether the signed-in person may change deliveries, and settings. */
export function useRights(): { canChange: boolean; canManage: boolean } {
  const role = useSession().data?.role;
  return { canChange: role === "owner" || role === "staff", canManage: role === "owner" };
}
