import { type SelectQueryBuilder, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { OrderState, OrderUsage, Schema } from "../../platform/database/schema.ts";
import type { Product } from "../catalog/queries.ts";
import { liveOrders } from "../orders/live-rows.ts";
import { type Order, orderColumns } from "../orders/order-columns.ts";
import { newestFirst, ordersByIds } from "../orders/queries.ts";
import { orderStates } from "../orders/state.ts";
import { hasUsage } from "./entry-lists.ts";
import { createdBetween, type Days, type OrderSort, sortColumns } from "./sorts.ts";

/** Maximum number of orders of a product to read and sort. */
const fewEnoughToLookUp = 5_000;

interface ProductSearch extends Days {
  state?: OrderState | undefined;
  usages?: OrderUsage[] | undefined;
}

interface Page {
  sort: OrderSort;
  offset: number;
  limit: number;
}

/**
 * The number of orders that contain the product, if too many to read each; null if fewer. Does not need the index.
 * Crosses domains: the number decides how the search continues.
 */
export async function countIfMany(reader: Reader, { id }: Product): Promise<number | null> {
  const { count } = await reader
    .selectFrom("order_items as item")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("item.product_id", "=", id)
    // The items of deleted orders are removed. Items of erased customers count too.
    .where("item.removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count > fewEnoughToLookUp ? count : null;
}

/** One page of the orders that contain the product, and the total, from the index. */
export async function searchOrdersOfProduct(
  reader: Reader,
  product: Product,
  search: ProductSearch,
  page: Page,
): Promise<{ orders: Order[]; total: number }> {
  const { state, usages = [] } = search;
  let entries = reader
    .selectFrom("order_index_products")
    .where("product_id", "=", product.id)
    .where("state", "in", state === undefined ? orderStates : [state])
    .where(createdBetween(search));
  for (const usage of usages) entries = entries.where(hasUsage("order_index_products.order_id", usage));
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { by, descending } = page.sort;
  const direction = descending ? "desc" : "asc";
  const created = by === "createdAt";
  if (created && (state !== undefined || usages.length > 0)) {
    const list = entries.select("order_id as id").orderBy("created_at", direction).orderBy("order_id", direction);
    return { orders: await pageOf(reader, list, page), total };
  }
  if (created && total > fewEnoughToLookUp) return { orders: await walk(reader, product, search, page), total };
  const among = total > fewEnoughToLookUp ? inSequence(reader, product, search) : lookedUp(reader, entries);
  const list = among.orderBy(sortColumns[by], direction).orderBy("order_id", direction);
  return { orders: await pageOf(reader, list, page), total };
}

type Ids<Table extends keyof Schema> = SelectQueryBuilder<Schema, Table, { id: number }>;

async function pageOf<Table extends keyof Schema>(reader: Reader, list: Ids<Table>, { offset, limit }: Page) {
  const rows = await list.limit(limit).offset(offset).execute();
  return ordersByIds(
    reader,
    rows.map(({ id }) => id),
  );
}

const lookedUp = (reader: Reader, entries: SelectQueryBuilder<Schema, "order_index_products", object>) =>
  reader.selectFrom("order_index").select("order_id as id").where("order_id", "in", entries.select("order_id"));

/** Fast if many of all orders match: reads the index of the list's sort order. */
function inSequence(reader: Reader, { id, accountId }: Product, { state, usages = [], ...days }: ProductSearch) {
  let all = reader
    .selectFrom("order_index")
    .select("order_id as id")
    .where("account_id", "=", accountId)
    .where(createdBetween(days))
    .where(holds("order_index.order_id", id));
  for (const usage of usages) all = all.where(hasUsage("order_index.order_id", usage));
  return state === undefined ? all : all.where(sql`state || ''`, "=", state);
}

/** Fast if many of all orders contain the product: reads the list of all orders. Does not need the index. */
export function walk(
  reader: Reader,
  { id, accountId }: Product,
  days: Days,
  { sort, offset, limit }: Page,
): Promise<Order[]> {
  const held = liveOrders(reader)
    .where("account_id", "=", accountId)
    .where(createdBetween(days))
    .where(isIn("orders.id", id));
  return newestFirst(held.select(orderColumns), { oldestFirst: !sort.descending })
    .limit(limit)
    .offset(offset)
    .execute();
}

/**
 * The condition that the order in this column contains the product.
 * Crosses domains: the condition is a part of one search.
 */
const isIn = (order: string, productId: number) =>
  sql<boolean>`exists (select 1 from order_items as item
    where item.order_id = ${sql.ref(order)} and item.product_id = ${productId} and item.removed_at is null)`;

/** Like `isIn`, from the index. */
const holds = (order: string, productId: number) =>
  sql<boolean>`exists (select 1 from order_index_products as entry
    where entry.order_id = ${sql.ref(order)} and entry.product_id = ${productId})`;
