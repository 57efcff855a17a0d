import type { ExpressionBuilder } from "kysely";
import { foldedBeginsWith } from "../../platform/database/begins-with.ts";
import type { Reader } from "../../platform/database/database.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { foldedSearches, foldedSpellingsOf } from "../../platform/email-address.ts";
import { foldIdentifier, foldText, trailingNumber, visibleText, withoutInvisible } from "../../platform/text.ts";
import { nameSearches } from "../orders/order-columns.ts";

type Orders = ExpressionBuilder<Schema, "orders">;

/**
 * The row numbers of the orders that match the text: as in `exactMatches`, by a whole SKU, or by the beginning of an email
 * address or a name, the customer's or a recipient's, in any case of any script, names also without accents and apostrophes. `Ann
 * Le` and `Lee, Ann` find first and last name together. Each kind of match has its own index, which one condition with "or" would
 * not use. The result may include deleted orders. Crosses domains: one search covers all of them.
 */
export function idsMatching(orders: Orders, accountId: number, text: string) {
  const found = () => orders.selectFrom("orders as found").select("found.id").where("found.account_id", "=", accountId);
  // The same condition as in the partial index.
  const gifts = (column: "recipient_search" | "recipient_name_search") =>
    found().where(`found.${column}`, "is not", null);
  let ids = exactMatches(orders, accountId, text).union(withProduct(orders, accountId, text));
  if (foldText(text) === "") return ids;
  for (const address of foldedSearches(text)) {
    ids = ids.union(found().where(foldedBeginsWith("found.email_search", address)));
    ids = ids.union(gifts("recipient_search").where(foldedBeginsWith("found.recipient_search", address)));
  }
  for (const name of nameSearches(text)) {
    for (const column of ["name_search", "surname_search"] as const) {
      ids = ids.union(found().where(foldedBeginsWith(`found.${column}`, name)));
    }
    ids = ids.union(gifts("recipient_name_search").where(foldedBeginsWith("found.recipient_name_search", name)));
  }
  return ids;
}

/**
 * The row numbers of the orders that the text names: by an order id or the store's order ID, ignoring case and punctuation, or as
 * `order 1394`; by a link or its identifier; by the subscription that pays; or by a whole license key. The result may include
 * deleted orders. Crosses domains: one search covers all of them.
 */
export function exactMatches(orders: Orders, accountId: number, text: string) {
  const guid = guidIn(text);
  const { selectFrom } = orders;
  const found = () => selectFrom("orders as found").select("found.id").where("found.account_id", "=", accountId);
  const listed = () => found().where("found.deleted_at", "is", null);
  const id = bareId(text);
  const keys = [...new Set([text, id].flatMap((one) => foldIdentifier(one) ?? []))];
  const written = [...new Set([text, visibleText(text), id, id.toUpperCase(), `#${id}`, ...keys])];
  let ids = listed()
    .where("found.public_id", "in", written)
    .union(listed().where("found.vendor_id", "in", written))
    .union(withSubscription(orders, accountId, [visibleText(text), id]))
    .union(found().where("found.guid", "=", guid))
    .union(selectFrom("order_items").select("order_id as id").where("guid", "=", guid))
    .union(withKey(orders, accountId, text));
  if (keys.length > 0) ids = ids.union(listed().where("found.vendor_search", "in", keys));
  // Shops put their own prefix before a number, and people do not type it.
  const key = foldIdentifier(id) ?? "";
  const number = /^\d+$/.test(key) ? trailingNumber(key) : null;
  return number === null ? ids : ids.union(listed().where("found.vendor_number", "=", number));
}

/** The identifier in a customer's link, or the text itself if it is not a link. */
function guidIn(text: string): string {
  return /\/(?:orders|get)\/([\w-]+)/.exec(text)?.[1] ?? text;
}

/** The order id in the text, without the words and punctuation that people write around it. */
function bareId(text: string): string {
  const trimmed = visibleText(text);
  if (trimmed.length > longestTyped) return trimmed;
  const last = /\S*$/.exec(trimmed)?.[0] ?? "";
  const words = trimmed.slice(0, trimmed.length - last.length);
  // `order no. 1394`, `Bestellung: M-1394`, `Order (1394`
  if (!/\d/.test(last) || !/^[\p{L}\s\p{P}°º№]*$/u.test(words)) return trimmed;
  return (
    last
      // `(1394)`, `1394.`
      .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
      // `order#1394`, `No.1394`
      .replace(/^\p{L}*[.°º:]*[#№]|^\p{L}+[.°º:]+/u, "")
      // `order1394`. Other letters before a number can be part of the shop's own id.
      .replace(orderWord, "")
  );
}

/** Words that people write before an order's number without a space, in the languages of the service. */
const orderWord =
  /^(?:orders?|nr|no|number|bestell(?:ung|nummer)?|auftrag|commande|num[eé]ro|pedido|n[uú]mero|注文(?:番号)?)(?=\p{N})/iu;

/** Characters of an order id with words around it. */
const longestTyped = 100;

/**
 * The orders with exactly this address. `written` has all its spellings (`writtenAddresses`). The index finds folded addresses,
 * and some of these only look alike. Crosses domains: the condition is a part of one search.
 */
export function withEmail(
  { selectFrom }: Orders,
  accountId: number,
  { reader, email, written }: { reader: Reader; email: string; written: string[] },
) {
  return selectFrom("orders as found")
    .select("found.id")
    .where("found.account_id", "=", accountId)
    .where("found.email_search", "in", foldedSpellingsOf(email))
    .where("found.email", "in", valueSet(reader, "text", JSON.stringify(written)));
}

/**
 * The same for gifts, by their recipient's address (`writtenRecipients`). Crosses domains: the condition is a part of one search.
 */
export function withRecipient(
  { selectFrom }: Orders,
  accountId: number,
  { reader, recipient, written }: { reader: Reader; recipient: string; written: string[] },
) {
  return selectFrom("orders as found")
    .select("found.id")
    .where("found.account_id", "=", accountId)
    .where("found.recipient_search", "is not", null)
    .where("found.recipient_search", "in", foldedSpellingsOf(recipient))
    .where("found.recipient_email", "in", valueSet(reader, "text", JSON.stringify(written)));
}

/** Crosses domains: the condition is a part of one search. */
export function withVendorId({ selectFrom }: Orders, accountId: number, vendorId: string) {
  return selectFrom("orders as found")
    .select("found.id")
    .where("found.account_id", "=", accountId)
    .where("found.vendor_id", "in", [vendorId, visibleText(vendorId)])
    .where("found.deleted_at", "is", null);
}

/** Crosses domains: the condition is a part of one search. */
export function withSubscription({ selectFrom }: Orders, accountId: number, subscriptionIds: string[]) {
  return selectFrom("orders as found")
    .select("found.id")
    .where("found.account_id", "=", accountId)
    .where("found.subscription_id", "is not", null)
    .where("found.subscription_id", "in", subscriptionIds)
    .where("found.deleted_at", "is", null);
}

export function withProduct(orders: Orders, accountId: number, sku: string) {
  return itemsOf(orders, accountId).where("product.sku", "in", [sku, withoutInvisible(sku)]);
}

/**
 * A product that has never had a key is sold without keys. The result may include tests, and orders that are on hold or revoked.
 * Crosses domains: the condition is a part of one search.
 */
export function waitingForKeysOf(orders: Orders, accountId: number, sku: string | undefined) {
  const waiting = itemsOf(orders, accountId)
    .whereRef("item.keys_assigned", "<", "item.quantity")
    .where("item.revoked_at", "is", null)
    .where(({ eb, or, ref }) =>
      or([eb("product.keys_after_item", "is", null), eb("item.id", ">", ref("product.keys_after_item"))]),
    )
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("license_keys as key").select("key.id").whereRef("key.product_id", "=", "product.id")),
    );
  return sku ? waiting.where("product.sku", "in", [sku, withoutInvisible(sku)]) : waiting;
}

/**
 * The orders that have these items now, with products that were not deleted. Crosses domains: the condition is a part of one
 * search.
 */
function itemsOf({ selectFrom }: Orders, accountId: number) {
  return selectFrom("order_items as item")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select("item.order_id as id")
    .where("product.account_id", "=", accountId)
    .where("product.deleted_at", "is", null)
    .where("item.removed_at", "is", null);
}

/** Crosses domains: the condition is a part of one search. */
function withKey({ selectFrom }: Orders, accountId: number, key: string) {
  return selectFrom("license_keys as key")
    .innerJoin("order_items as item", "item.id", "key.order_item_id")
    .select("item.order_id as id")
    .where("key.account_id", "=", accountId)
    .where("key.key", "=", key);
}
