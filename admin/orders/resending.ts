import { changeOrderItem, readOrder, reopenOrder, resendOrder } from "../api/orders.ts";
import type { Order, OrderItem } from "../api/types.ts";

/**
 * How an order's email is resent: unchanged, with more downloads for each used-up product, or after reopening the
 * order.
 */
export type Resending = { kind: "as_it_is" } | { kind: "with_more"; downloads: number } | { kind: "reopened" };

const isItemUsedUp = ({ downloads_remaining }: OrderItem) => downloads_remaining === 0;

/** Whether any downloads of the order are used up. */
export const isUsedUp = ({ order_items }: Order) => order_items.some(isItemUsedUp);

/** Resends the order's email and returns the order. */
export async function resend(id: Order["id"], how: Resending): Promise<Order> {
  if (how.kind === "reopened") await reopenOrder(id);
  if (how.kind === "with_more") {
    // Reads the order again, so that a retry does not add downloads twice.
    const { order_items } = await readOrder(id);
    for (const item of order_items.filter(isItemUsedUp)) {
      await changeOrderItem(item.id, { additional_downloads: how.downloads });
    }
  }
  return resendOrder(id);
}
