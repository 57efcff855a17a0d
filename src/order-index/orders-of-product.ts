import { sql } from "kysely";
import type { Product } from "../catalog/products.ts";
import type { Reader } from "../database/database.ts";
import { liveOrders } from "../orders/live.ts";
import { newestFirst, type Order, orderColumns, ordersByIds } from "../orders/orders.ts";
import { type OrderSort, sortColumns } from "./sorts.ts";

/** Orders up to which those of a product are looked up one by one. */
const fewEnoughToLookUp = 5_000;

/**
 * How many orders hold the product if there are too many to look at each of them; null for fewer.
 * Crosses domains: the number decides how the search goes on.
 */
export async function countIfMany(reader: Reader, { id }: Product): Promise<number | null> {
  const { count } = await reader
    .selectFrom("order_items as item")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("item.product_id", "=", id)
    // What a deleted order held was removed from it.
    .where("item.removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count > fewEnoughToLookUp ? count : null;
}

/** A page of the orders that hold the product, which are many: the list of all orders leads to them soon. */
export async function pageOfProduct(
  reader: Reader,
  { id, accountId }: Product,
  { sort: { by, descending }, offset, limit }: { sort: OrderSort; offset: number; limit: number },
): Promise<Order[]> {
  if (by === "createdAt") {
    const held = liveOrders(reader).where("account_id", "=", accountId).where(holds("orders.id", id));
    const list = newestFirst(held.select(orderColumns), { oldestFirst: !descending });
    return list.limit(limit).offset(offset).execute();
  }
  const direction = descending ? "desc" : "asc";
  const rows = await reader
    .selectFrom("order_index")
    .select("order_id as id")
    .where("account_id", "=", accountId)
    .where(holds("order_index.order_id", id))
    .orderBy(sortColumns[by], direction)
    .orderBy("order_id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return ordersByIds(
    reader,
    rows.map((row) => row.id),
  );
}

/**
 * The condition that the order in this column holds the product.
 * Crosses domains: the condition is a part of one search.
 */
const holds = (order: string, productId: number) =>
  sql<boolean>`exists (select 1 from order_items as item
    where item.order_id = ${sql.ref(order)} and item.product_id = ${productId} and item.removed_at is null)`;
