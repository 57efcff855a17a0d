import { useLocation } from "react-router";

/** Not under `orders/`, where any word can be an order's ID. */
export const newOrderAddress = "/admin/new-order";

/** The address of an order's screen, by its ID in Waybill. */
export const orderAddress = (id: number | string) => `/admin/orders/${encodeURIComponent(id)}`;

/**
 * The ID in the address of an order's screen, decoded once. The router's own parameter is decoded twice: for the ID `a%2Fb`,
 * it is `a/b`.
 */
export function useAddressedOrderId(): string {
  const segment = useLocation().pathname.split("/")[3] ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    // A percent sign that somebody typed.
    return segment;
  }
}
