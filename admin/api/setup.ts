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

/** Orders one unit of a product for the signed-in person, as a test: no figure counts it, and it takes no license key. */
export function useTestOrder() {
  const queries = useQueryClient();
  return useAction({
    mutationFn: ({ sku, email, name }: { sku: string; email: string; name: string }) =>
      createOrder({ email, first_name: name, test: true, order_items: [{ sku }] }),
    onSuccess: () => refreshStore(queries),
  });
}
