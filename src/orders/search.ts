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
   * beginning of an email address or a name in any case; `Ann Le` and `Lee, Ann` find first and last name together.
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
    found = found.where("id", "in", (orders) => idsMatching(orders, accountId, text));
  }
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const orders = await found.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { orders, total: count };
}

type Orders = ExpressionBuilder<Schema, "orders">;

/**
 * The row numbers of the orders that the text names (`OrderSearch.text`). Each of the ways has an index of its own, which
 * a condition that joins them by "or" would not use. Deleted orders may be among them.
 */
export function idsMatching(orders: Orders, accountId: number, text: string) {
  const guid = guidIn(text);
  const { selectFrom } = orders;
  const found = () => selectFrom("orders as found").select("found.id").where("found.account_id", "=", accountId);
  const listed = () => found().where("found.deleted_at", "is", null);
  let ids = listed()
    .where("found.public_id", "=", text)
    .union(listed().where("found.vendor_id", "=", text))
    .union(found().where("found.guid", "=", guid))
    .union(found().where(beginsWith("found.email", text)))
    .union(found().where(beginsWith("found.first_name", text)))
    .union(found().where(beginsWith("found.last_name", text)))
    .union(selectFrom("order_items").select("order_id as id").where("guid", "=", guid))
    .union(withProduct(orders, accountId, text))
    .union(withKey(orders, accountId, text));
  for (const { first, last } of wholeNames(text)) {
    const isFirstName = sql<boolean>`lower(found.first_name) = lower(${first})`;
    ids = ids.union(found().where(isFirstName).where(beginsWith("found.last_name", last)));
  }
  return ids;
}

/** The identifier in a customer's link, as far as the text is one; else the text. */
function guidIn(text: string): string {
  return /\/(?:orders|get)\/([\w-]+)/.exec(text)?.[1] ?? text;
}

/** First and last name, or last and first, with white space between them; where it is, is not known. */
function wholeNames(text: string): { first: string; last: string }[] {
  const words = text.split(/[\s,]+/).slice(0, mostWords);
  return words.slice(1).flatMap((_, before) => {
    const [one, other] = [words.slice(0, before + 1).join(" "), words.slice(before + 1).join(" ")];
    return [
      { first: one, last: other },
      { first: other, last: one },
    ];
  });
}

/** Longer names are found by their beginning. */
const mostWords = 5;

function withProduct({ selectFrom }: Orders, accountId: number, sku: string) {
  return selectFrom("order_items as item")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select("item.order_id as id")
    .where("product.account_id", "=", accountId)
    .where("product.sku", "=", sku)
    .where("product.deleted_at", "is", null)
    .where("item.removed_at", "is", null);
}

/** A product that never had a key is not sold with keys. */
function waitingForKeysOf({ selectFrom }: Orders, accountId: number, sku: string | undefined) {
  const waiting = selectFrom("order_items as item")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select("item.order_id as id")
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
    .select("item.order_id as id")
    .where("key.account_id", "=", accountId)
    .where("key.key", "=", key);
}
