import { useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshStore } from "./query-client.ts";
import { queryString, request } from "./request.ts";
import type { Answer } from "./types.ts";
import { useAction } from "./use-action.ts";

/** Why the address gets no emails; null if it gets them. */
export function useUndeliverable(email: string, enabled = true) {
  return useQuery({
    queryKey: ["emails", "undeliverable", email.toLowerCase()],
    queryFn: async () => {
      const path = `undeliverable_addresses?${queryString({ email })}`;
      const found = await request<Answer<"GET /undeliverable_addresses">>("GET", path);
      return found.undeliverable_addresses[0] ?? null;
    },
    enabled,
  });
}

/** Lets emails go to an address again. */
export function useAllowEmails() {
  const queries = useQueryClient();
  return useAction({
    mutationFn: (email: string) => request("DELETE", `undeliverable_addresses/${encodeURIComponent(email)}`),
    onSuccess: () => refreshStore(queries),
  });
}
