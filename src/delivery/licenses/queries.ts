import { type ExpressionBuilder, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { ProductsTable, Schema } from "../../platform/database/schema.ts";
import { inSlices } from "../../platform/database/slices.ts";
import type { Instant } from "../../platform/instants.ts";
import { liveProducts } from "../catalog/live.ts";
import { waitingItems } from "./items-lacking-keys.ts";

/** A key of a pool as shown in lists. */
export interface LicenseKey {
  id: number;
  key: string;
  sku: string;
  /** The order's ID as shown in the interfaces; null while the key is unassigned. */
  orderId: string | null;
  vendorId: string | null;
  orderTitle: string | null;
  orderItemId: number | null;
  assignedAt: Instant | null;
  createdAt: Instant;
  /** When another key replaced it; null while it is valid. */
  replacedAt: Instant | null;
  /** Why, in the owner's words; may be empty. */
  replacedReason: string;
}

interface PoolCounts {
  /** Number of unassigned keys. */
  available: number;
  /** Orders with an item that has fewer keys than units; 0 for a product that has never had a key. */
  ordersWaiting: number;
}

/** The counts of each product's pool. */
export async function poolCounts(reader: Reader, productIds: number[]): Promise<Map<number, PoolCounts>> {
  if (productIds.length === 0) return new Map();
  const withKeys = await liveProducts(reader)
    .select(({ selectFrom, fn }) => [
      "product.id",
      selectFrom("license_keys as key")
        .select(fn.countAll<number>().as("count"))
        .whereRef("key.product_id", "=", "product.id")
        .where("key.assigned_at", "is", null)
        .as("available"),
    ])
    .where("product.id", "in", productIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("license_keys").select("license_keys.id").whereRef("license_keys.product_id", "=", "product.id"),
      ),
    )
    .execute();
  const ids = withKeys.map(({ id }) => id);
  const orders =
    ids.length === 0
      ? []
      : await waitingItems(reader)
          .select(({ fn }) => ["item.product_id as productId", fn.countAll<number>().as("count")])
          .where("item.product_id", "in", ids)
          .groupBy("item.product_id")
          .execute();
  const ordersWaiting = new Map(orders.map(({ productId, count }) => [productId, count]));
  return new Map(
    withKeys.map(({ id, available }) => [id, { available: available ?? 0, ordersWaiting: ordersWaiting.get(id) ?? 0 }]),
  );
}

/** Products with a pool of license keys, each with the order item up to which items get no keys: 0 for none. */
export type Pools = ReadonlyMap<number, number>;

/** Returns the products that have a pool, because they have had a key, or their keys are made. */
export async function productsWithKeys(reader: Reader, productIds: number[]): Promise<Pools> {
  if (productIds.length === 0) return new Map();
  const rows = await keyed(reader, { ids: JSON.stringify(productIds) });
  return new Map(rows.map(({ id, after }) => [id, after ?? 0]));
}

/** Whether the item gets keys: its product has a pool that is for this item too. */
export function getsKeys({ id, productId }: { id: number; productId: number }, pools: Pools): boolean {
  const after = pools.get(productId);
  return after !== undefined && id > after;
}

const keyed = prepared<{ ids: string }, { id: number; after: number | null }>((db, { ids }) =>
  liveProducts(db)
    .select(["product.id", "product.keys_after_item as after"])
    .where("product.id", "in", valueSet(db, "integer", ids))
    .where(hasPool),
);

/** For a condition: orders of the product get keys, because it has had a key, or its keys are made. */
export const hasPool = ({ eb, or }: ExpressionBuilder<Schema & { product: ProductsTable }, "product">) =>
  or([eb("product.license_source", "<>", "pool"), eb(anyKey(eb), "is not", null)]);

/**
 * The row number of any key that the product has had; null if there is none. Not `exists`, for which PostgreSQL would
 * read the whole pool if it expects most keys to be the product's.
 */
export const anyKey = ({ selectFrom }: ExpressionBuilder<Schema & { product: ProductsTable }, "product">) =>
  selectFrom("license_keys as key")
    .select("key.id")
    .whereRef("key.product_id", "=", "product.id")
    .orderBy("key.key")
    .limit(sql.lit(1));

/** Whether the product has had a key. */
export async function hasKey(reader: Reader, productId: number): Promise<boolean> {
  // Sorted like this so that PostgreSQL does not read the whole pool.
  const keys = keyRows(reader).select("key.id").where("key.product_id", "=", productId).orderBy("key.key").limit(1);
  return (await keys.executeTakeFirst()) !== undefined;
}

/** The keys of order items, without replaced ones, in the order in which they were added, by the item's row number. */
export async function keysOfOrderItems(
  reader: Reader,
  items: { id: number; keysAssigned: number }[],
): Promise<Map<number, string[]>> {
  const keys = new Map<number, string[]>();
  const withKeys = items.filter(({ keysAssigned }) => keysAssigned > 0);
  const read = async (slice: { id: number }[]) => {
    const rows = await keysOfItems(reader, { ids: JSON.stringify(slice.map(({ id }) => id)) });
    for (const [id, its] of Map.groupBy(rows, ({ itemId }) => itemId ?? 0))
      keys.set(
        id,
        its.map(({ key }) => key),
      );
  };
  await inSlices(withKeys, read, undefined, ({ keysAssigned }) => keysAssigned);
  return keys;
}

const keysOfItems = prepared<{ ids: string }, { itemId: number | null; key: string }>((db, { ids }) =>
  db
    .selectFrom("license_keys")
    .select(["order_item_id as itemId", "key"])
    .where("order_item_id", "in", valueSet(db, "integer", ids))
    .where("replaced_at", "is", null)
    .orderBy("id"),
);

/** Returns the keys that the account has, each with its product. */
export async function keysAmong(
  reader: Reader,
  accountId: number,
  keys: string[],
): Promise<{ productId: number; key: string }[]> {
  if (keys.length === 0) return [];
  return reader
    .selectFrom("license_keys")
    .select(["product_id as productId", "key"])
    .where("account_id", "=", accountId)
    .where("key", "in", keys)
    .execute();
}

/** The products (row numbers) with this unassigned key. The whole text must match. */
export async function productsWithFreeKey(
  reader: Reader,
  accountId: number,
  key: string,
  limit: number,
): Promise<number[]> {
  const rows = await keyRows(reader)
    .select("key.product_id as id")
    .where("key.account_id", "=", accountId)
    .where("key.key", "=", key)
    .where("key.assigned_at", "is", null)
    .orderBy("key.product_id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** An unassigned key of a pool. */
export interface FreeKey {
  id: number;
  key: string;
}

type KeyFilter = "assigned" | "unassigned" | "all";

/** One page of the keys of a product or of an order item (row numbers), including replaced ones, oldest first, and the total. */
export async function listKeys(
  reader: Reader,
  of: { productId: number } | { orderItemId: number },
  { filter, offset, limit }: { filter: KeyFilter; offset: number; limit: number },
): Promise<{ keys: LicenseKey[]; total: number }> {
  let all = keyRows(reader);
  if ("productId" in of) all = all.where("key.product_id", "=", of.productId);
  else all = all.where("key.order_item_id", "=", of.orderItemId);
  if (filter !== "all") all = all.where("key.assigned_at", filter === "assigned" ? "is not" : "is", null);
  const keys = await shown(all).orderBy("key.id").limit(limit).offset(offset).execute();
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return { keys, total: count };
}

/** The key with this row number, which must exist. */
export const requireKey = (reader: Reader, id: number): Promise<LicenseKey> =>
  shown(keyRows(reader).where("key.id", "=", id)).executeTakeFirstOrThrow();

const shown = (keys: ReturnType<typeof keyRows>) =>
  withOrders(keys)
    .select(["key.id", "key.key", "product.sku", "order.public_id as orderId", "key.order_item_id as orderItemId"])
    .select(["order.vendor_id as vendorId", "order.title as orderTitle"])
    .select(["key.assigned_at as assignedAt", "key.created_at as createdAt"])
    .select(["key.replaced_at as replacedAt", "key.replaced_reason as replacedReason"]);

/**
 * Keys with their products, and the orders that have them.
 * Crosses domains: a list shows the SKU and the order id of each key.
 */
export function withOrders(keys: ReturnType<typeof keyRows>) {
  return keys
    .innerJoin("products as product", "product.id", "key.product_id")
    .leftJoin("order_items as item", "item.id", "key.order_item_id")
    .leftJoin("orders as order", "order.id", "item.order_id");
}

/** Keys, for a query. */
export const keyRows = (reader: Reader) => reader.selectFrom("license_keys as key");
