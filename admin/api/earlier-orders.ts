import { useMutation, useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Answer } from "./types.ts";

// Orders from before, which a change of a product reaches.

/** Orders from before the product's first key, which get keys only if the owner says so. */
export function useEarlierOrders(id: number) {
  return useQuery({
    queryKey: ["products", "keys", id, "earlier"],
    queryFn: () =>
      request<Answer<"GET /products/{id}/license_keys/earlier_orders">>(
        "GET",
        `products/${id}/license_keys/earlier_orders`,
      ),
  });
}

/** How many orders lack something that the bundle holds now. */
export function useEarlierBundles(id: number) {
  return useQuery({
    queryKey: ["products", "earlier-bundles", id],
    queryFn: () =>
      request<Answer<"GET /products/{id}/contents/earlier_orders">>("GET", `products/${id}/contents/earlier_orders`),
  });
}

export type GivenContents = Answer<"POST /products/{id}/contents/earlier_orders">;

/** Gives the next of these orders what they lack. */
export const giveContents = (id: number, which: { send_email: boolean; after: number }) =>
  request<GivenContents>("POST", `products/${id}/contents/earlier_orders`, which);

/** How many orders of connected shops a product with this SKU would deliver. */
const ordersWaitingForSku = async (sku: string) =>
  (
    await request<Answer<"GET /skuproducts/{sku}/waiting_orders">>(
      "GET",
      `skuproducts/${encodeURIComponent(sku)}/waiting_orders`,
    )
  ).orders;

/** Counts them when it is called. It changes nothing, so who then cancels can ask again at once. */
export const useOrdersWaitingForSku = () => useMutation({ mutationFn: ordersWaitingForSku });
