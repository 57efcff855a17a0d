import type { Order } from "../api/types.ts";
import { number } from "../components/format.ts";

/**
 * Says how many license keys orders get once they are released; null if they get none. A product whose keys are for new
 * orders only has none for earlier ones.
 */
export function keysOnRelease(orders: Pick<Order, "order_items">[]): string | null {
  const items = orders.flatMap(({ order_items }) => order_items);
  const due = items.reduce((sum, { license_keys_due }) => sum + license_keys_due, 0);
  if (due === 0) return null;
  return due === 1 ? "the license key that is missing" : `the ${number(due)} license keys that are missing`;
}
