import { useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Answer } from "./types.ts";

/** What a new order gets when it says nothing else. */
export function useOrderDefaults() {
  return useQuery({
    queryKey: ["account", "order-defaults"],
    queryFn: async () => {
      const { account } = await request<Answer<"GET /account">>("GET", "account");
      const { order_expiration_in_hours, download_limit_per_item } = account;
      return { order_expiration_in_hours, download_limit_per_item };
    },
  });
}
