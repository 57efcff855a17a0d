import { type ExpressionBuilder, sql } from "kysely";
import { beginsWith } from "../database/begins-with.ts";
import type { Reader } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import { whereExpired, whereOpen } from "./expiration.ts";
import type { Order } from "./queries.ts";

/** Which orders a search finds; every criterion that is given must hold. */
interface OrderSearch {
  status: "open" | "expired" | "all";
  /** The whole address, in any case. */
  email?: string | undefined;
  /** Orders that hold the product with exactly this SKU. */
  sku?: string | undefined;
  /** Only orders that got fewer license keys than units; of the product with the SKU, when one is given. */
  waitingForKeys?: boolean | undefined;
  /**
   * An order id, the caller's own order ID, a link or its identifier, a SKU or a license key as a whole, or the
   * beginning of an email address or a name in any case; `Ann Le` finds first and last name together.
   */
  text?: string | undefined;
}

/** One page of the orders found, newest first, and how many there are. */
export async function searchOrders(
  reader: Reader,
  accountId: number,
  search: OrderSearch,
  { now, offset, limit }: { now: number; offset: number; limit: number },
): Promise<{ orders: Order[]; total: number }> {
  let found = reader.selectFrom("orders").where("account_id", "=", accountId).where("deleted_at", "is", null);
  if (search.status === "expired") found = found.where(whereExpired(now));
  if (search.status === "open") found = found.where(whereOpen(now));
  if (search.email) found = found.where(sql`lower(email)`, "=", sql`lower(${search.email})`);
  const { sku, waitingForKeys } = search;
  if (waitingForKeys) found = found.where("id", "in", (orders) => waitingForKeysOf(orders, accountId, sku));
  else if (sku) found = found.where("id", "in", (orders) => withProduct(orders, accountId, sku));
  if (search.text) {
    const { text } = search;
    found = found.where((orders) => matchesText(orders, accountId, text));
  }
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const orders = await found.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { orders, total: count };
}

type Orders = ExpressionBuilder<Schema, "orders">;

/** Whether an order is what the text names (`OrderSearch.text`). */
export function matchesText(orders: Orders, accountId: number, text: string) {
  const guid = guidIn(text);
  return orders.or([
    orders("public_id", "=", text),
    orders("vendor_id", "=", text),
    orders("guid", "=", guid),
    beginsWith("email", text),
    beginsWith("first_name", text),
    beginsWith("last_name", text),
    ...wholeName(orders, text),
    orders("id", "in", orders.selectFrom("order_items").select("order_id").where("guid", "=", guid)),
    orders("id", "in", withProduct(orders, accountId, text)),
    orders("id", "in", withKey(orders, accountId, text)),
  ]);
}

/** The identifier in a customer's link, as far as the text is one; else the text. */
function guidIn(text: string): string {
  return /\/(?:orders|get)\/([\w-]+)/.exec(text)?.[1] ?? text;
}

/** First and last name with white space between them; where it is, is not known. */
function wholeName(orders: Orders, text: string) {
  const words = text.split(/\s+/).slice(0, mostWords);
  return words.slice(1).map((_, before) => {
    const [first, last] = [words.slice(0, before + 1).join(" "), words.slice(before + 1).join(" ")];
    const isFirstName = orders(sql<string>`lower(first_name)`, "=", sql<string>`lower(${first})`);
    return orders.and([isFirstName, beginsWith("last_name", last)]);
  });
}

/** Longer names are found by their beginning. */
const mostWords = 5;

function withProduct({ selectFrom }: Orders, accountId: number, sku: string) {
  return selectFrom("order_items as item")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select("item.order_id")
    .where("product.account_id", "=", accountId)
    .where("product.sku", "=", sku)
    .where("product.deleted_at", "is", null)
    .where("item.removed_at", "is", null);
}

/** A product that never had a key is not sold with keys. */
function waitingForKeysOf({ selectFrom }: Orders, accountId: number, sku: string | undefined) {
  const waiting = selectFrom("order_items as item")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select("item.order_id")
    .where("product.account_id", "=", accountId)
    .where("product.deleted_at", "is", null)
    .where("item.removed_at", "is", null)
    .whereRef("item.keys_assigned", "<", "item.quantity")
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("license_keys as key").select("key.id").whereRef("key.product_id", "=", "product.id")),
    );
  return sku ? waiting.where("product.sku", "=", sku) : waiting;
}

function withKey({ selectFrom }: Orders, accountId: number, key: string) {
  return selectFrom("license_keys as key")
    .innerJoin("order_items as item", "item.id", "key.order_item_id")
    .select("item.order_id")
    .where("key.account_id", "=", accountId)
    .where("key.key", "=", key);
}
