import { useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

export type Role = "owner" | "staff" | "read_only";

export interface Session {
  user: { id: string; name: string; email: string; two_factor_enabled: boolean };
  role: Role;
  account: { handle: string; name: string; url: string };
  /** True when the messages that were kept in place of sending them can be read. */
  mailbox: boolean;
}

/** Who is signed in; the query fails with status 401 when nobody is. */
export function useSession() {
  return useQuery({
    queryKey: ["session"],
    queryFn: async () => (await request<{ session: Session }>("GET", "session")).session,
    staleTime: 60_000,
  });
}

/** Whether the signed-in person may change deliveries, and settings. */
export function useRights(): { canChange: boolean; canManage: boolean } {
  const role = useSession().data?.role;
  return { canChange: role === "owner" || role === "staff", canManage: role === "owner" };
}
