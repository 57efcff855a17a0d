import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { canonicalEmail, otherSpellings } from "../../platform/email-address.ts";
import { shopNumber } from "../../platform/shops.ts";
import { foldAccents, foldIdentifier } from "../../platform/text.ts";
import { liveOrders } from "../orders/live-rows.ts";
import type { Order } from "../orders/order-columns.ts";
import { ordersByIds } from "../orders/queries.ts";
import { idsContaining, isCustomerOf, isIndexed, isRecipientOf } from "./containing.ts";
import { entriesAt } from "./customer-lists.ts";
import { exactMatches } from "./matching.ts";
import { partsOf, recipientText } from "./search-texts.ts";

/** Maximum number of orders whose customers are shown. */
const mostLookedAt = 50;

/** A person, by an email address. */
interface Customer {
  email: string;
  /** The name in the newest order or gift that was found. */
  name: string;
  /** 0 for people who only got gifts. */
  orders: number;
}

/**
 * The orders that a text names (`exactMatches`), then the newest orders that contain all of its words in their IDs, license keys,
 * or the customer's or the recipient's name and address; and the customers and recipients of these orders. Unless a name matches
 * as a whole, at least one word must have three characters.
 */
export async function findOrders(
  reader: Reader,
  accountId: number,
  text: string,
  limit: number,
): Promise<{ orders: Order[]; customers: Customer[] }> {
  const named = await liveOrders(reader)
    .select("id")
    .where("id", "in", (orders) => exactMatches(orders, accountId, text))
    // With an index on the account, the database would scan all of its orders.
    .where(sql<number>`account_id + 0`, "=", accountId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const parts = partsOf(text);
  const containing = await ordersByIds(reader, await idsContaining(reader, accountId, parts, mostLookedAt));
  const short = parts.filter((part) => !isIndexed(part));
  const found = containing.filter((order) => order.accountId === accountId && contains(order, short));
  const ids = new Set([...named.map(({ id }) => id), ...found.map(({ id }) => id)]);
  const orders = await ordersByIds(reader, [...ids].slice(0, limit));
  return { orders, customers: await customersOf(reader, accountId, found, parts, limit) };
}

/** The row numbers of the newest orders whose ID, order id or shop's number is this text. Ignores case and punctuation. */
export async function ordersNamed(reader: Reader, accountId: number, text: string): Promise<number[]> {
  const { orders } = await findOrders(reader, accountId, text, mostLookedAt);
  const wanted = foldIdentifier(text);
  const isNamed = (order: Order) =>
    [order.publicId, order.vendorId, shopNumber(order)].some((id) => id !== null && foldIdentifier(id) === wanted);
  return orders.filter(isNamed).map(({ id }) => id);
}

function contains(order: Order, parts: string[]): boolean {
  if (parts.length === 0) return true;
  const { publicId, vendorId, firstName, lastName, email } = order;
  const words = [publicId, vendorId ?? "", firstName, lastName, email, otherSpellings(email), recipientText(order)];
  const text = foldAccents(words.join(" "));
  return parts.every((part) => text.includes(part));
}

/** The customers, and recipients of gifts, whose names and addresses contain the words, newest first. */
async function customersOf(reader: Reader, accountId: number, orders: Order[], parts: string[], limit: number) {
  const people = new Map<string, Omit<Customer, "orders">>();
  const add = (email: string, name: string) => {
    const address = canonicalEmail(email);
    if (address !== "" && people.size < limit && !people.has(address)) people.set(address, { email, name });
  };
  for (const order of orders) {
    const { email, firstName, lastName, recipientEmail, recipientName } = order;
    if (isCustomerOf(order, parts)) add(email, `${firstName} ${lastName}`.trim());
    if (recipientEmail !== null && isRecipientOf(order, parts)) add(recipientEmail, recipientName ?? "");
  }
  const entries = await entriesAt(reader, accountId, [...people.keys()]);
  const counts = new Map(entries.map(({ address, orders }) => [address, orders]));
  return [...people].map(([address, person]): Customer => ({ ...person, orders: counts.get(address) ?? 0 }));
}
