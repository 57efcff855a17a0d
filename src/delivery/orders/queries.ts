import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { inBatches } from "../../platform/database/batches.ts";
import type { Reader } from "../../platform/database/database.ts";
import { preparedLookup, together } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { OrderItemsTable, Schema } from "../../platform/database/schema.ts";
import { inSlices } from "../../platform/database/slices.ts";
import type { Instant } from "../../platform/instants.ts";
import { visibleText } from "../../platform/text.ts";
import { downloadCount, downloadsPerItem, remainingOf, usualAllowanceOf } from "./download-allowance.ts";
import { whereExpired, whereOpen } from "./expiration.ts";
import { itemColumns, type StoredOrderItem } from "./item-columns.ts";
import { leastRemaining } from "./least-remaining.ts";
import { itemsWithProducts, keptItems, liveOrders } from "./live-rows.ts";
import { type Order, orderColumns } from "./order-columns.ts";

/** An order item with the additional values for lists. */
export interface OrderItem extends StoredOrderItem {
  sku: string;
  productName: string;
  downloadCount: number;
  coverSha256: string | null;
  /** The fewest downloads left for any of the item's files; null if unlimited. */
  downloadsRemaining: number | null;
}

/** An order with its items. `downloadCount` includes downloads of removed items. */
export interface OrderWithItems extends Order {
  items: OrderItem[];
  downloadCount: number;
}

export const orderFilters = ["current", "expired", "manual"] as const;
export type OrderFilter = (typeof orderFilters)[number];

export function orderByPublicId(reader: Reader, accountId: number, publicId: string): Promise<Order | null> {
  return byPublicId(reader, { accountId, publicId: visibleText(publicId) });
}

const byPublicId = preparedLookup({ accountId: "integer", publicId: "text" }, (db, { accountId, publicId }) =>
  liveOrders(db).select(orderColumns).where("account_id", "=", accountId).where("public_id", "=", publicId),
);

/** Finds it by the store's order ID: the one the caller sent, otherwise the order ID (docs/reference/v3-interface.md). */
export async function orderByVendorId(reader: Reader, accountId: number, vendorId: string): Promise<Order | null> {
  const given = await orderByGivenVendorId(reader, accountId, vendorId);
  if (given) return given;
  const numbered = await orderByPublicId(reader, accountId, vendorId);
  return numbered?.vendorId === null ? numbered : null;
}

/** Finds it by the store's order ID, only if the caller sent one. */
export async function orderByGivenVendorId(reader: Reader, accountId: number, vendorId: string): Promise<Order | null> {
  const [order] = await byVendorId(reader, { accountId, vendorId: visibleText(vendorId) });
  return order ?? null;
}

const byVendorId = prepared<{ accountId: number; vendorId: string }, Order>((db, { accountId, vendorId }) =>
  orders(db, accountId).where("vendor_id", "=", vendorId),
);

export async function orderByGuid(reader: Reader, accountId: number, guid: string): Promise<Order | null> {
  const [order] = await byGuid(reader, { accountId, guid });
  return order ?? null;
}

const byGuid = prepared<{ accountId: number; guid: string }, Order>((db, { accountId, guid }) =>
  orders(db, accountId).where("guid", "=", guid),
);

/**
 * The order of the item with this identifier in its link, even if the item was removed. Null if there is none or the
 * order was deleted.
 */
export async function orderByItemGuid(reader: Reader, accountId: number, itemGuid: string): Promise<Order | null> {
  const items = reader.selectFrom("order_items").select("order_id").where("guid", "=", itemGuid);
  return (await orders(reader, accountId).where("id", "in", items).executeTakeFirst()) ?? null;
}

/** Up to `limit` orders, newest first: those after the order `after`, or from `offset` on. */
export async function listOrders(
  reader: Reader,
  accountId: number,
  now: Instant,
  options: { filter?: OrderFilter | undefined; after?: Order | undefined; offset?: number; limit: number },
): Promise<Order[]> {
  const { filter, after, offset = 0, limit } = options;
  let all = newestFirst(orders(reader, accountId));
  // Not as a parameter, because the index covers only manual orders.
  if (filter === "manual") all = all.where("source", "=", sql.lit("manual"));
  if (filter === "expired") all = all.where(whereExpired(now));
  if (filter === "current") all = all.where(whereOpen(now));
  if (!after) return all.limit(limit).offset(offset).execute();
  // Two queries: an import can give any number of orders the same instant, and on SQLite a single query would scan them all.
  const { createdAt, id } = after;
  const same = await all.where("created_at", "=", createdAt).where("id", "<", id).limit(limit).execute();
  if (same.length === limit) return same;
  const rest = all.where("created_at", "<", createdAt).limit(limit - same.length);
  return [...same, ...(await rest.execute())];
}

/**
 * Sorts orders by creation, newest first, as in every list. Set `walk` to false if an index finds a few orders among many;
 * otherwise the database scans all orders.
 */
export function newestFirst<Row>(
  list: SelectQueryBuilder<Schema, "orders", Row>,
  { walk = true, oldestFirst = false } = {},
): SelectQueryBuilder<Schema, "orders", Row> {
  const direction = oldestFirst ? "asc" : "desc";
  return list.orderBy(walk ? sql.ref("created_at") : sql`created_at + 0`, direction).orderBy("id", direction);
}

/** The orders with these row numbers that were not deleted, by row number. */
export async function ordersByIds(reader: Reader, ids: number[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const found = new Map((await byIds(reader, { ids: JSON.stringify(ids) })).map((order) => [order.id, order]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const byIds = prepared<{ ids: string }, Order>((db, { ids }) =>
  liveOrders(db)
    .select(orderColumns)
    .where("id", "in", valueSet(db, "integer", ids)),
);

/** The row numbers of the newest orders of all accounts before this one, newest first, including deleted ones. */
export async function rowNumbersBelow(reader: Reader, id: number | null, limit: number): Promise<number[]> {
  let all = reader.selectFrom("orders").select("id").orderBy("id", "desc").limit(limit);
  if (id !== null) all = all.where("id", "<", id);
  return (await all.execute()).map((row) => row.id);
}

/** The order items of the product after this one, with the row numbers of their orders. */
export function ordersOfProduct(
  reader: Reader,
  productId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; orderId: number }[]> {
  return keptItems(reader)
    .select(["id", "order_id as orderId"])
    .where("product_id", "=", productId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Maximum number of items that one query reads. */
const itemsAtOnce = 200;

/** Adds the orders' items. An order may be in the list more than once. */
export async function withItems(reader: Reader, list: Order[]): Promise<OrderWithItems[]> {
  const complete: OrderWithItems[] = [];
  for (const group of await groupedBySize(reader, list)) {
    complete.push(...(await withItemsOfGroup(reader, group)));
  }
  return complete;
}

/** The same for one order. */
export const withItsItems = together(withItems);

/** Splits the orders into groups whose items fit into one query. Keeps their sequence. */
async function groupedBySize(reader: Reader, list: Order[]): Promise<Order[][]> {
  if (list.length <= 1) return list.map((order) => [order]);
  const counts = await itemCounts(reader, list);
  const groups: Order[][] = [];
  let room = 0;
  for (const order of list) {
    const count = counts.get(order.id) ?? 0;
    if (groups.length === 0 || count > room) {
      groups.push([]);
      room = itemsAtOnce;
    }
    groups.at(-1)?.push(order);
    room -= count;
  }
  return groups;
}

/** How many items each order has, including removed ones, by the order's row number. */
export async function itemCounts(reader: Reader, list: Pick<Order, "id">[]): Promise<Map<number, number>> {
  const rows = await countItems(reader, { orderIds: JSON.stringify(list.map(({ id }) => id)) });
  return new Map(rows.map(({ orderId, count }) => [orderId, count]));
}

const countItems = prepared<{ orderIds: string }, { orderId: number; count: number }>((db, { orderIds }) =>
  db
    .selectFrom("order_items")
    .select(({ fn }) => ["order_id as orderId", fn.countAll<number>().as("count")])
    .where("order_id", "in", valueSet(db, "integer", orderIds))
    .groupBy("order_id"),
);

async function withItemsOfGroup(reader: Reader, group: Order[]): Promise<OrderWithItems[]> {
  const complete = group.map((order) => ({ ...order, downloadCount: 0, items: [] as OrderItem[] }));
  const byId = Map.groupBy(complete, ({ id }) => id);
  const ids = [...byId.keys()];
  const batches = inBatches<ItemRow>(({ last }) => itemsOf(reader, ids, last?.id), itemsAtOnce);
  for await (const rows of batches) {
    const taken = await mostTakenOf(reader, rows);
    const least = await leastRemaining(reader, rows);
    for (const { removedAt, productDeletedAt, ...item } of rows) {
      for (const order of byId.get(item.orderId) ?? []) {
        order.downloadCount += item.downloadCount;
        if (removedAt !== null || productDeletedAt !== null) continue;
        const usual = remainingOf(usualAllowanceOf(item, order), taken.get(item.id) ?? 0);
        const downloadsRemaining = least.has(item.id) ? (least.get(item.id) ?? null) : usual;
        order.items.push({ ...item, downloadsRemaining });
      }
    }
  }
  return complete;
}

/** Up to `itemsAtOnce` items after the row number `after`, including removed ones. */
function itemsOf(reader: Reader, orderIds: number[], after = 0): Promise<ItemRow[]> {
  const [orderId, another] = orderIds;
  if (orderId !== undefined && another === undefined) return itemsOfOne(reader, { orderId, after });
  return itemsOfSeveral(reader, { orderIds: JSON.stringify(orderIds), after });
}

const itemsOfSeveral = prepared<{ orderIds: string; after: number }, ItemRow>((db, { orderIds, after }) =>
  itemRows(db)
    .where("item.order_id", "in", valueSet(db, "integer", orderIds))
    .where("item.id", ">", after)
    .limit(itemsAtOnce),
);

const itemsOfOne = prepared<{ orderId: number; after: number }, ItemRow>((db, { orderId, after }) =>
  itemRows(db).where("item.order_id", "=", orderId).where("item.id", ">", after).limit(itemsAtOnce),
);

interface ItemRow extends Omit<OrderItem, "downloadsRemaining"> {
  removedAt: Instant | null;
  productDeletedAt: Instant | null;
}

function itemRows(reader: Reader) {
  return itemsWithProducts(reader)
    .select(itemColumns)
    .select(downloadCount("item").as("downloadCount"))
    .select(["item.removed_at as removedAt", "product.sku", "product.name as productName"])
    .select(["product.cover_sha256 as coverSha256"])
    .select("product.deleted_at as productDeletedAt")
    .orderBy("item.id");
}

/** The most downloads of any file, by the item's row number. Leaves out items without downloads. */
async function mostTakenOf(reader: Reader, items: ItemRow[]): Promise<Map<number, number>> {
  const most = new Map<number, number>();
  const read = async (slice: ItemRow[]) => {
    const rows = await reader
      .selectFrom("order_items as item")
      .select("item.id")
      .select((item) => mostTaken(item).as("taken"))
      .where(
        "item.id",
        "in",
        slice.map(({ id }) => id),
      )
      .execute();
    for (const { id, taken } of rows) most.set(id, taken ?? 0);
  };
  const downloaded = items.filter(({ downloadCount }) => downloadCount > 0);
  await inSlices(downloaded, read, undefined, ({ downloadCount }) => 1 + Math.floor(downloadCount / downloadsPerItem));
  return most;
}

type ItemExpression = ExpressionBuilder<Schema & { item: OrderItemsTable }, "item">;

/** The most downloads of any of the product's current files. Crosses domains: lists show it with each item. */
function mostTaken({ selectFrom }: ItemExpression) {
  return selectFrom("allowances as allowance")
    .innerJoin("product_files as attached", "attached.file_id", "allowance.file_id")
    .select(({ fn }) => fn.max("allowance.taken").as("taken"))
    .whereRef("allowance.order_item_id", "=", "item.id")
    .whereRef("attached.product_id", "=", "item.product_id");
}

function orders(reader: Reader, accountId: number) {
  return liveOrders(reader).select(orderColumns).where("account_id", "=", accountId);
}
