import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createOrder } from "./orders.ts";
import { refreshStore } from "./query-client.ts";
import { request } from "./request.ts";
import type { Answer, Setup } from "./types.ts";
import { useAction } from "./use-action.ts";

/** What a new store still has to do. */
export function useSetup() {
  return useQuery({
    queryKey: ["setup"],
    queryFn: async () => (await request<Answer<"GET /setup">>("GET", "setup")).setup,
  });
}

/** Takes whether the overview leaves out the steps. */
export function useDismissSetup() {
  const queries = useQueryClient();
  return useAction({
    mutationFn: async (dismissed: boolean) =>
      (await request<Answer<"PUT /setup">>("PUT", "setup", { setup: { dismissed } })).setup,
    onSuccess: (setup: Setup) => queries.setQueryData(["setup"], setup),
  });
}

/** Orders one unit of a product for the signed-in person. It costs nothing, so that it is not revenue. */
export function useTestOrder() {
  const queries = useQueryClient();
  return useAction({
    mutationFn: ({ sku, email, name }: { sku: string; email: string; name: string }) =>
      createOrder({ email, first_name: name, order_items: [{ sku, price: 0 }] }),
    onSuccess: () => refreshStore(queries),
  });
}
