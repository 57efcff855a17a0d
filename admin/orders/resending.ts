import { changeOrderItem, readOrder, reopenOrder, resendOrder } from "../api/orders.ts";
import type { Order, OrderItem } from "../api/types.ts";

/**
 * How an order's email is sent again: with its links as they are, after more downloads of each item that is used up, or
 * with its usual time and all its downloads.
 */
export type Resending = { kind: "as_it_is" } | { kind: "with_more"; downloads: number } | { kind: "reopened" };

const isItemUsedUp = ({ downloads_remaining }: OrderItem) => downloads_remaining === 0;

/** Whether a file of the order cannot be downloaded any more. */
export const isUsedUp = ({ order_items }: Order) => order_items.some(isItemUsedUp);

/** Sends the order's email again; the order as it is then. */
export async function resend(id: Order["id"], how: Resending): Promise<Order> {
  if (how.kind === "reopened") await reopenOrder(id);
  if (how.kind === "with_more") {
    // Read again, so that what was given already, by somebody else or before a failure, is not given once more.
    const { order_items } = await readOrder(id);
    for (const item of order_items.filter(isItemUsedUp)) {
      await changeOrderItem(item.id, { additional_downloads: how.downloads });
    }
  }
  return resendOrder(id);
}
