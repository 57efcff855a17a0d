import type { Account } from "../accounts/accounts.ts";
import type { Reader, Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { DomainError, rejectFields } from "../errors.ts";
import type { Instant } from "../instants.ts";
import { largestInteger } from "../integers.ts";
import { assignKeysToOrder, lockPools } from "../licenses/pool.ts";
import { countRevenue } from "../statistics/revenue.ts";
import { allowanceOf } from "./download-allowance.ts";
import { liveOrderedItems } from "./live.ts";
import { lockOrderByNumber } from "./lock.ts";
import { recordOrderEvent } from "./order-events.ts";
import { setDownloadsRemaining } from "./order-items.ts";
import type { Order } from "./queries.ts";
import { grantWhenOpen } from "./renewal-grant.ts";
import { revenueDifference, storedRevenue } from "./revenue.ts";

interface OrderItemOfAccount {
  /** Row numbers. */
  id: number;
  orderId: number;
  productId: number;
}

/** An order item that has not been removed. Throws `not_found`. */
export async function requireOrderItem(reader: Reader, accountId: number, id: number): Promise<OrderItemOfAccount> {
  const item = await liveOrderedItems(reader)
    .select(["item.id", "item.order_id as orderId", "item.product_id as productId"])
    .where("item.id", "=", id)
    .where("order.account_id", "=", accountId)
    .executeTakeFirst();
  if (!item) throw itemNotFound(id);
  return item;
}

export const itemNotFound = (id: number) => new DomainError("not_found", `There is no order item ${id}.`);

/** New values of an order item; at most one of the two about downloads. */
interface OrderItemChange {
  /** Units. Each additional unit gets a license key or waits for one. Lowering the number takes no keys back. */
  quantity?: number | undefined;
  /** Downloads left for each of its files from now on. */
  downloadsRemaining?: number | undefined;
  /** Additional downloads for each of its files. An item without a limit stays unlimited. */
  additionalDownloads?: number | undefined;
}

/**
 * Changes an order item's units, or how often its files can be downloaded, and returns its order. If all downloads of
 * the order work afterwards, its customer's open request is granted. Throws `not_found`, and `invalid` for too many
 * downloads.
 */
export async function updateOrderItem(
  tx: Tx,
  account: Pick<Account, "id" | "currency" | "webhookEvents">,
  id: number,
  { quantity, downloadsRemaining, additionalDownloads }: OrderItemChange,
  now: Instant,
): Promise<Order> {
  const { orderId, productId } = await requireOrderItem(tx, account.id, id);
  const order = await lockOrderByNumber(tx, orderId);
  if (!order) throw itemNotFound(id);
  if (quantity !== undefined) {
    await lockPools(tx, [productId]);
    const worth = await storedRevenue(tx, account, order);
    await tx.updateTable("order_items").set({ quantity }).where("id", "=", id).execute();
    await assignKeysToOrder(tx, account, order.id, now);
    await countRevenue(tx, account.id, revenueDifference(worth, await storedRevenue(tx, account, order)));
  }
  if (downloadsRemaining !== undefined) await setDownloadsRemaining(tx, id, downloadsRemaining);
  if (additionalDownloads !== undefined) await addDownloads(tx, order, { id, more: additionalDownloads });
  await grantWhenOpen(tx, order.id, now);
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  return order;
}

async function addDownloads(tx: Tx, order: Order, { id, more }: { id: number; more: number }): Promise<void> {
  const held = holdRows(tx, "order_items")
    .where("id", "=", id)
    .returning(["allowance_override as allowanceOverride", "product_download_limit as productDownloadLimit"]);
  const before = allowanceOf(await held.executeTakeFirstOrThrow(), order);
  if (before === null) return;
  const after = before + more;
  const tooMany = `would allow more than ${largestInteger} downloads per file`;
  rejectFields([{ field: "additionalDownloads", message: after > largestInteger ? tooMany : null }]);
  // If the limit was lowered, it can be less than a file's downloads so far.
  const over = tx.updateTable("allowances").set({ taken: before }).where("order_item_id", "=", id);
  await over.where("taken", ">", before).execute();
  await tx.updateTable("order_items").set({ allowance_override: after }).where("id", "=", id).execute();
}
