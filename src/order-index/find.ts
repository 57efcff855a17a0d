import { sql } from "kysely";
import type { Reader } from "../database/database.ts";
import { inSlices } from "../database/slices.ts";
import { ordersWithTexts, shortestPart } from "../database/text-index.ts";
import { liveOrders } from "../orders/live.ts";
import { type Order, ordersByIds } from "../orders/orders.ts";
import { foldAccents, foldText } from "../text.ts";
import { exactMatches } from "./matching.ts";
import { markerOf, partsOf } from "./texts.ts";

/** Orders whose customers are shown. */
const mostLookedAt = 50;

/** A person, by an email address. */
interface Customer {
  email: string;
  /** Of the newest order that was found. */
  name: string;
  orders: number;
}

/**
 * The orders that a text names (`exactMatches`), and then the newest ones that contain all of its words anywhere in their
 * IDs, license keys, or the customer's name and address; and the customers of these. At least one word must have three
 * characters for anything but a name that matches as a whole.
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
    // An index on the account would go through all of its orders.
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

/** Orders whose customers a list shows. */
const mostListed = 1_000;

/**
 * The folded addresses of customers whose own names and addresses contain all words of the text, those with the newest orders
 * first, among its newest thousand orders. Null if no word has three characters: the index finds no shorter ones.
 */
export async function addressesContaining(reader: Reader, accountId: number, text: string): Promise<string[] | null> {
  const parts = partsOf(text);
  if (!parts.some(isIndexed)) return null;
  const ids = await idsContaining(reader, accountId, parts, mostListed);
  const addresses = new Set<string>();
  await inSlices(ids, async (slice) => {
    for (const order of await ordersByIds(reader, slice)) {
      const isFound = order.accountId === accountId && order.email !== "" && isCustomerOf(order, parts);
      if (isFound) addresses.add(foldText(order.email));
    }
  });
  return [...addresses];
}

function isCustomerOf({ firstName, lastName, email }: Order, parts: string[]): boolean {
  const text = foldAccents(`${firstName} ${lastName} ${email}`);
  return parts.every((part) => text.includes(part));
}

const isIndexed = (part: string) => [...part].length >= shortestPart;

async function idsContaining(reader: Reader, accountId: number, parts: string[], most: number): Promise<number[]> {
  const indexed = parts.filter(isIndexed);
  if (indexed.length === 0) return [];
  const marker = markerOf(accountId);
  return ordersWithTexts(reader, { accountId, marker, parts: indexed }, most);
}

function contains({ publicId, vendorId, firstName, lastName, email }: Order, parts: string[]): boolean {
  if (parts.length === 0) return true;
  const text = foldAccents([publicId, vendorId ?? "", firstName, lastName, email].join(" "));
  return parts.every((part) => text.includes(part));
}

/** The customers whose own names and addresses contain the words, the newest first. */
async function customersOf(reader: Reader, accountId: number, orders: Order[], parts: string[], limit: number) {
  const customers = new Map<string, Customer>();
  for (const order of orders) {
    const { firstName, lastName, email } = order;
    const name = `${firstName} ${lastName}`.trim();
    const key = foldText(email);
    if (customers.has(key) || !isCustomerOf(order, parts)) continue;
    if (customers.size === limit) break;
    customers.set(key, { email, name, orders: await ordersOfCustomer(reader, accountId, key) });
  }
  return [...customers.values()];
}

/** How many orders have the folded address. */
async function ordersOfCustomer(reader: Reader, accountId: number, email: string): Promise<number> {
  const { count } = await liveOrders(reader)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("email_search", "=", email)
    .executeTakeFirstOrThrow();
  return count;
}
