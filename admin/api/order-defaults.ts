import { useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

export interface OrderDefaults {
  /** Null when links never expire. */
  order_expiration_in_hours: number | null;
  /** Null for no limit. */
  download_limit_per_item: number | null;
}

/** What a new order gets when it says nothing else. */
export function useOrderDefaults() {
  return useQuery({
    queryKey: ["account", "order-defaults"],
    queryFn: async () => {
      const { account } = await request<{ account: OrderDefaults }>("GET", "account");
      const { order_expiration_in_hours, download_limit_per_item } = account;
      return { order_expiration_in_hours, download_limit_per_item };
    },
  });
}
