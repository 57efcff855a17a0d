import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet } from "../../platform/database/row-set.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { DomainError } from "../../platform/errors.ts";
import { linkIdentifier } from "../../platform/identifiers.ts";
import { type Instant, instant, isSameSecond } from "../../platform/instants.ts";
import type { Product } from "../catalog/queries.ts";
import { downloadCount, downloadsPerItem } from "./download-allowance.ts";
import { opensAt } from "./gifts/gift.ts";
import { filledItemColumns } from "./item-columns.ts";
import { deliveringItems } from "./live-rows.ts";
import type { Order } from "./order-columns.ts";
import { priceIn, type RequestedItem } from "./order-lines.ts";

/** Whether the order has anything to deliver: an item that is not revoked on its own. */
export async function hasItems(tx: Tx, orderId: number): Promise<boolean> {
  const item = await deliveringItems(tx).select("id").where("order_id", "=", orderId).limit(1).executeTakeFirst();
  return item !== undefined;
}

/** Throws `invalid` if the order has nothing to deliver. */
export async function rejectEmpty(tx: Tx, orderId: number): Promise<void> {
  if (!(await hasItems(tx, orderId))) throw new DomainError("invalid", "The order has no items to deliver.");
}

/** A line's values for its item. */
export type ItemChange = Omit<RequestedItem, "product" | "contents" | "lines">;

/** A new order item, without its row number. */
export type NewItem = ReturnType<typeof orderItemValues>;

/** Inserts new items of any number of orders, and returns their row numbers by guid. */
export async function insertOrderItems(tx: Tx, items: NewItem[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  await inSlices(items, async (slice) => {
    for (const { id, guid } of await insertRows(tx, { rows: JSON.stringify(slice) })) ids.set(guid, id);
  });
  return ids;
}

/** Returns the identifiers that order items of any account already use. */
export async function takenItemGuids(reader: Reader, guids: string[]): Promise<Set<string>> {
  if (guids.length === 0) return new Set();
  const rows = await reader.selectFrom("order_items").select("guid").where("guid", "in", guids).execute();
  return new Set(rows.map(({ guid }) => guid));
}

const insertRows = prepared<{ rows: string }, { id: number; guid: string }>((db, { rows }) => {
  const columns = Object.keys(filledItemColumns) as (keyof typeof filledItemColumns)[];
  return db
    .insertInto("order_items")
    .columns(columns)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "item", filledItemColumns, rows)).select(
        columns.map((column) => `item.${column}` as const),
      ),
    )
    .returning(["id", "guid"]);
});

/**
 * A new item. Default price: the product's, unless its currency differs from the order's. Default quantity: one unit. Uses its
 * product's download limits unless the order has its own. Default end of updates: as the product says, from the delivery on.
 */
export function orderItemValues(
  order: Pick<Order, "id" | "limitByProduct" | "currency" | "deliverAt">,
  item: ItemChange & {
    product: Pick<
      Product,
      "id" | "price" | "currency" | "downloadLimit" | "largeFileBytes" | "largeFileDownloadLimit" | "updatesForDays"
    >;
    downloadCount?: number;
    /** Identifier in its link; default: a new one. */
    guid?: string | undefined;
    /** The bundle's item that added it (row number); default: none. */
    bundleItemId?: number | undefined;
  },
  now: Instant,
) {
  const { product, quantity, downloadsRemaining, downloadCount = 0, price, custom1, custom2, custom3 } = item;
  const limits = order.limitByProduct === 1 ? product : null;
  return {
    orderId: order.id,
    productId: product.id,
    guid: item.guid ?? linkIdentifier(now),
    quantity: quantity ?? 1,
    allowanceOverride: downloadsRemaining ?? null,
    productDownloadLimit: limits?.downloadLimit ?? null,
    largeFileBytes: limits?.largeFileBytes ?? null,
    largeFileDownloadLimit: limits?.largeFileDownloadLimit ?? null,
    largeFileAllowanceOverride: downloadsRemaining ?? null,
    downloadCount,
    deviceLimit: item.deviceLimit ?? null,
    updatesUntil: item.updatesUntil === undefined ? usualEndOfUpdates(product, opensAt(order, now)) : item.updatesUntil,
    bundleItemId: item.bundleItemId ?? null,
    price: price === undefined ? priceIn(order.currency, product) : price,
    custom1: custom1 ?? null,
    custom2: custom2 ?? null,
    custom3: custom3 ?? null,
    createdAt: now,
  };
}

/** The end of updates for an item of the product that is delivered at this time; null for no end. */
export const usualEndOfUpdates = (
  { updatesForDays }: Pick<Product, "updatesForDays">,
  deliveredAt: Instant,
): Instant | null => (updatesForDays === null ? null : instant(deliveredAt + updatesForDays * dayMilliseconds));

/**
 * Moves the end of updates of an item (row number). Items that it added as a bundle follow if they had the same end. Others only
 * get a later end than their own: a renewal shortens nothing.
 */
export async function moveUpdates(tx: Tx, id: number, updatesUntil: Instant | null): Promise<void> {
  const items = tx.selectFrom("order_items").select("updates_until as before").where("id", "=", id);
  const { before } = await items.executeTakeFirstOrThrow();
  if (isSameSecond(updatesUntil, before)) return;
  await tx
    .updateTable("order_items")
    .set({ updates_until: updatesUntil })
    .where(({ eb, and, or }) => {
      const isBundles = eb("updates_until", before === null ? "is" : "=", before);
      const isEarlier =
        updatesUntil === null ? eb("updates_until", "is not", null) : eb("updates_until", "<", updatesUntil);
      return or([eb("id", "=", id), and([eb("bundle_item_id", "=", id), or([isBundles, isEarlier])])]);
    })
    .execute();
}

/** Applies the line's values to an existing item. */
export async function changeOrderItem(tx: Tx, id: number, item: ItemChange): Promise<void> {
  const { quantity, price, custom1, custom2, custom3, downloadsRemaining, deviceLimit, updatesUntil } = item;
  const changes = withoutUndefined({
    quantity: quantity ?? undefined,
    device_limit: deviceLimit,
    price,
    custom_1: custom1,
    custom_2: custom2,
    custom_3: custom3,
  });
  if (changes) await tx.updateTable("order_items").set(changes).where("id", "=", id).execute();
  if (updatesUntil !== undefined) await moveUpdates(tx, id, updatesUntil);
  if (downloadsRemaining !== undefined) await setDownloadsRemaining(tx, id, downloadsRemaining);
}

/** Null if nothing is left. */
function withoutUndefined<T extends object>(changes: T): T | null {
  const present = Object.entries(changes).filter(([, value]) => value !== undefined);
  return present.length > 0 ? (Object.fromEntries(present) as T) : null;
}

/** Allows `remaining` more downloads for each file of the order item. */
export async function setDownloadsRemaining(tx: Tx, orderItemId: number, remaining: number): Promise<void> {
  const overrides = { allowance_override: remaining, large_file_allowance_override: remaining };
  await tx.updateTable("order_items").set(overrides).where("id", "=", orderItemId).execute();
  await tx.updateTable("allowances").set({ taken: 0 }).where("order_item_id", "=", orderItemId).execute();
}

/** Makes the order's own download limit apply to all items, instead of their products' limits. */
export async function forgetProductLimits(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable("order_items")
    .set({
      product_download_limit: null,
      large_file_bytes: null,
      large_file_download_limit: null,
      large_file_allowance_override: null,
    })
    .where("order_id", "=", orderId)
    .where(({ or, eb }) => or([eb("product_download_limit", "is not", null), eb("large_file_bytes", "is not", null)]))
    .execute();
}

/** Resets the downloads of every file of the order's items to their products' or the order's download limit. */
export async function resetAllowances(tx: Tx, orderId: number): Promise<void> {
  const items = await tx
    .updateTable("order_items")
    .set({ allowance_override: null, large_file_allowance_override: null })
    .where("order_id", "=", orderId)
    .returning(["id", downloadCount("order_items").as("downloadCount")])
    .execute();
  const reset = (slice: typeof items) => {
    const ids = slice.map(({ id }) => id);
    return tx.updateTable("allowances").set({ taken: 0 }).where("order_item_id", "in", ids).execute();
  };
  await inSlices(items, reset, undefined, ({ downloadCount }) => 1 + Math.floor(downloadCount / downloadsPerItem));
}
