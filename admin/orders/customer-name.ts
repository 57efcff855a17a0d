import type { Order } from "../api/types.ts";

/** First and last name; empty when the order has none. */
export function customerName({ first_name, last_name }: Pick<Order, "first_name" | "last_name">): string {
  return [first_name, last_name].filter(Boolean).join(" ").trim();
}
