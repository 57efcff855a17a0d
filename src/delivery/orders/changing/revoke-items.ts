import type { Tx } from "../../../platform/database/database.ts";
import { inSlices } from "../../../platform/database/slices.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { type Unchanged, unchanged } from "../../../store/activity/recording-change.ts";
import { countRevenue } from "../../../store/statistics/revenue.ts";
import { keptItems } from "../live-rows.ts";
import { lockOrderByNumber } from "../lock-order.ts";
import type { Order } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { hasItems } from "../order-items.ts";
import { revenueDifference, storedRevenue } from "../revenue.ts";
import { restoreOrder, resumeItems, revokeOrder } from "./hold-and-revoke.ts";
import { itemNotFound, requireOrderItem } from "./update-order-item.ts";

/**
 * Revokes one item of an order (row number), with the items that it added as a bundle. Its links say that the store has withdrawn
 * the product, its license keys stay assigned but are hidden from the customer, and its price no longer counts as revenue.
 * Revoking the last item revokes the whole order. Changes nothing if the item is revoked already. Returns the order. Throws
 * `not_found`.
 */
export async function revokeOrderItem(tx: Tx, account: Account, id: number, now: Instant): Promise<Order & Unchanged> {
  const { order, revokedAt } = await lockItem(tx, account, id);
  if (revokedAt !== null) return unchanged(order);
  const worth = await storedRevenue(tx, account, order);
  await changeItemAndBundled(tx, { id, orderId: order.id, revokedAt }, now);
  await countRevenue(tx, account.id, revenueDifference(worth, await storedRevenue(tx, account, order)));
  if (order.revokedAt === null && !(await hasItems(tx, order.id))) return revokeOrder(tx, account, order.publicId, now);
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  return order;
}

/**
 * Restores a revoked item (row number) and the items that were revoked along with it, and assigns missing license keys. If the
 * order was revoked with its last item, restores the order too. Changes nothing if the item is not revoked on its own. Returns
 * the order. Throws `not_found`.
 */
export async function restoreOrderItem(tx: Tx, account: Account, id: number, now: Instant): Promise<Order & Unchanged> {
  const { order, revokedAt } = await lockItem(tx, account, id);
  if (revokedAt === null) return unchanged(order);
  const wasWithdrawn = order.revokedAt !== null && !(await hasItems(tx, order.id));
  const worth = await storedRevenue(tx, account, order);
  await changeItemAndBundled(tx, { id, orderId: order.id, revokedAt }, null);
  if (wasWithdrawn) return restoreOrder(tx, account, order.publicId, now);
  await countRevenue(tx, account.id, revenueDifference(worth, await storedRevenue(tx, account, order)));
  await resumeItems(tx, account, order, now);
  return order;
}

/** Writes since when new items (row numbers), which were just inserted, are revoked on their own. */
export async function revokeNewItems(tx: Tx, ids: number[], revokedAt: Instant): Promise<void> {
  await inSlices(ids, (slice) =>
    tx.updateTable("order_items").set({ revoked_at: revokedAt }).where("id", "in", slice).execute(),
  );
}

/**
 * Items that a bundle added are revoked with the bundle's item. They are restored with it, unless they were revoked on their own
 * before.
 */
async function changeItemAndBundled(
  tx: Tx,
  { id, orderId, revokedAt }: { id: number; orderId: number; revokedAt: Instant | null },
  to: Instant | null,
): Promise<void> {
  await tx
    .updateTable("order_items")
    .set({ revoked_at: to })
    .where("order_id", "=", orderId)
    .where("removed_at", "is", null)
    .where("revoked_at", revokedAt === null ? "is" : "=", revokedAt)
    .where(({ eb, or }) => or([eb("id", "=", id), eb("bundle_item_id", "=", id)]))
    .execute();
}

async function lockItem(tx: Tx, account: Account, id: number) {
  const { orderId } = await requireOrderItem(tx, account.id, id);
  const order = await lockOrderByNumber(tx, orderId);
  const item = await keptItems(tx).select("revoked_at as revokedAt").where("id", "=", id).executeTakeFirst();
  if (!order || !item) throw itemNotFound(id);
  return { order, revokedAt: item.revokedAt };
}
