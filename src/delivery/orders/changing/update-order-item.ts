import type { Reader, Tx } from "../../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../../platform/errors.ts";
import { type Instant, isSameSecond } from "../../../platform/instants.ts";
import { largestInteger } from "../../../platform/integers.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { countRevenue } from "../../../store/statistics/revenue.ts";
import { renewLicenseFiles } from "../../licenses/key-texts.ts";
import { assignKeysToOrder, lockPools } from "../../licenses/pool.ts";
import { lockOrderItem } from "../allowance-rows.ts";
import { bundledItems, scaleBundledItems } from "../bundles/scale-bundles.ts";
import { type ItemLimits, itemLimitColumns, largeFileAllowanceOf, usualAllowanceOf } from "../download-allowance.ts";
import { liveOrderedItems } from "../live-rows.ts";
import { lockOrderByNumber } from "../lock-order.ts";
import type { Order } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { moveUpdates, setDownloadsRemaining } from "../order-items.ts";
import { withItems } from "../queries.ts";
import { grantAndTell } from "../renewals/renewal-grant.ts";
import { revenueDifference, storedRevenue } from "../revenue.ts";

interface OrderItemOfAccount {
  /** Row numbers. */
  id: number;
  orderId: number;
  productId: number;
  quantity: number;
  /** The bundle's item that added it (row number); null for none. */
  bundleItemId: number | null;
  createdAt: Instant;
}

/** An order item that has not been removed. Throws `not_found`. */
export async function requireOrderItem(reader: Reader, accountId: number, id: number): Promise<OrderItemOfAccount> {
  const item = await liveOrderedItems(reader)
    .select([
      "item.id",
      "item.order_id as orderId",
      "item.product_id as productId",
      "item.quantity",
      "item.bundle_item_id as bundleItemId",
      "item.created_at as createdAt",
    ])
    .where("item.id", "=", id)
    .where("order.account_id", "=", accountId)
    .executeTakeFirst();
  if (!item) throw itemNotFound(id);
  return item;
}

export const itemNotFound = (id: number) => new DomainError("not_found", `There is no order item ${id}.`);

/** New values of an order item. Set at most one of the two fields about downloads. */
interface OrderItemChange {
  /**
   * If this is when the item was created, the caller has read the item and sends it back. The same `downloadsRemaining` then
   * changes nothing.
   */
  createdAt?: Instant | undefined;
  /** Units. Each additional unit gets a license key or waits for one. Reducing the number takes back no keys. */
  quantity?: number | undefined;
  /** Downloads left for each of its files from now on. */
  downloadsRemaining?: number | undefined;
  /** Additional downloads for each of its files. An item without a limit stays unlimited. */
  additionalDownloads?: number | undefined;
  /** Devices that may use each of its license keys; null for the product's limit. */
  deviceLimit?: number | null | undefined;
  /** Until when it gets new versions of its files; null for no end. */
  updatesUntil?: Instant | null | undefined;
}

/**
 * Changes an order item's units, or how often its files can be downloaded, and returns its order. Items that it added as a bundle
 * follow its units. If all downloads of the order then work, its customer's open request is granted, with an email. Throws
 * `not_found`, and `invalid` for too many downloads, and for changing the units of an item that a bundle added.
 */
export async function updateOrderItem(
  tx: Tx,
  account: Account,
  id: number,
  { quantity: units, downloadsRemaining, additionalDownloads, deviceLimit, updatesUntil, createdAt }: OrderItemChange,
  now: Instant,
): Promise<Order> {
  const { orderId } = await requireOrderItem(tx, account.id, id);
  const order = await lockOrderByNumber(tx, orderId);
  if (!order) throw itemNotFound(id);
  // Another change may have come before the lock.
  const item = await requireOrderItem(tx, account.id, id);
  const { productId, quantity: before, bundleItemId } = item;
  const quantity = units === before ? undefined : units;
  const isBundled = quantity !== undefined && bundleItemId !== null;
  rejectFields([{ field: "quantity", message: isBundled ? "follows the bundle that brought the item" : null }]);
  if (quantity !== undefined) {
    const bundled = await bundledItems(tx, { id, orderId });
    await lockPools(tx, [productId]);
    await scaleBundledItems(tx, bundled, { before, after: quantity });
    const worth = await storedRevenue(tx, account, order);
    await tx.updateTable("order_items").set({ quantity }).where("id", "=", id).execute();
    await assignKeysToOrder(tx, account, order.id, now);
    await countRevenue(tx, account.id, revenueDifference(worth, await storedRevenue(tx, account, order)));
  }
  const isAsRead =
    isSameSecond(createdAt, item.createdAt) && downloadsRemaining === (await shownDownloads(tx, order, id));
  if (downloadsRemaining !== undefined && !isAsRead) await setDownloadsRemaining(tx, id, downloadsRemaining);
  if (additionalDownloads !== undefined) await addDownloads(tx, order, { id, more: additionalDownloads });
  if (deviceLimit !== undefined) {
    await tx.updateTable("order_items").set({ device_limit: deviceLimit }).where("id", "=", id).execute();
  }
  if (updatesUntil !== undefined) {
    await moveUpdates(tx, id, updatesUntil);
    await renewLicenseFiles(tx, { accountId: account.id, orderId: order.id }, now);
  }
  await grantAndTell(tx, account, order, now);
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  return order;
}

/** The fewest downloads left for any file of the item, as responses show them. */
async function shownDownloads(tx: Tx, order: Order, id: number): Promise<number | null | undefined> {
  const [{ items = [] } = {}] = await withItems(tx, [order]);
  return items.find((item) => item.id === id)?.downloadsRemaining;
}

async function addDownloads(tx: Tx, order: Order, { id, more }: { id: number; more: number }): Promise<void> {
  await lockOrderItem(tx, id);
  const limits = tx.selectFrom("order_items as item").select(itemLimitColumns).where("item.id", "=", id);
  const item = await limits.executeTakeFirstOrThrow();
  const usual = usualAllowanceOf(item, order);
  const ofLarge = largeFileAllowanceOf(item);
  const raised = (allowance: number | null) => (allowance === null ? null : allowance + more);
  const overrides = { allowance_override: raised(usual), large_file_allowance_override: raised(ofLarge) };
  const highest = Math.max(...Object.values(overrides).map((allowance) => allowance ?? 0));
  const tooMany = `would allow more than ${largestInteger} downloads per file`;
  rejectFields([{ field: "additionalDownloads", message: highest > largestInteger ? tooMany : null }]);
  // A lowered limit can be less than a file's downloads so far.
  if (usual !== null) await lowerTaken(tx, id, usual, item, "<");
  if (ofLarge !== null) await lowerTaken(tx, id, ofLarge, item, ">=");
  await tx.updateTable("order_items").set(overrides).where("id", "=", id).execute();
}

/**
 * Lowers the taken downloads to `most`, for files whose size compares in this way with the size of large files.
 * Crosses domains: how often a file can be downloaded depends on its size.
 */
async function lowerTaken(
  tx: Tx,
  id: number,
  most: number,
  { largeFileBytes }: Pick<ItemLimits, "largeFileBytes">,
  comparison: "<" | ">=",
): Promise<void> {
  let over = tx
    .updateTable("allowances")
    .set({ taken: most })
    .where("order_item_id", "=", id)
    .where("taken", ">", most);
  if (largeFileBytes !== null) {
    over = over.where("file_id", "in", ({ selectFrom }) =>
      selectFrom("files").select("id").where("size_bytes", comparison, largeFileBytes),
    );
  }
  await over.execute();
}
