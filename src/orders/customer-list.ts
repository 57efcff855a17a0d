import type { SelectQueryBuilder } from "kysely";
import { foldedBeginsWith } from "../database/begins-with.ts";
import type { Reader } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import type { Instant } from "../instants.ts";
import { foldText } from "../text.ts";
import { liveOrders } from "./live.ts";
import { listOrders, type Order, ordersByIds } from "./queries.ts";

/** A customer in a list. */
export interface ListedCustomer {
  /** As the newest order has it. */
  email: string;
  /** Of the newest order; empty for none. */
  name: string;
  orders: number;
  firstOrderAt: Instant;
  lastOrderAt: Instant;
}

interface Page {
  offset: number;
  limit: number;
  now: Instant;
}

/** Orders that one step of a walk reads. */
const walkedAtOnce = 200;

/** One page of addresses, folded, those with the newest orders first, and how many there are. */
interface Addresses {
  addresses: string[];
  total: number;
}

/** Those of all customers. */
export async function allAddresses(reader: Reader, accountId: number, page: Page): Promise<Addresses> {
  const addresses = await newestAddresses(reader, accountId, page);
  return { addresses, total: await countAll(reader, accountId) };
}

/** Those of customers whose address, first or last name begins with the text. */
export async function addressesBeginningWith(
  reader: Reader,
  accountId: number,
  text: string,
  { offset, limit }: Page,
): Promise<Addresses> {
  const folded = foldText(text);
  const rows = await matching(reader, accountId, folded)
    .select(({ fn }) => ["email_search as address", fn.max("id").as("newest")])
    .groupBy("email_search")
    .orderBy("newest", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { addresses: rows.map(({ address }) => address), total: await countMatching(reader, accountId, folded) };
}

/** The folded addresses on the page: those of the newest orders, each once. */
async function newestAddresses(reader: Reader, accountId: number, { offset, limit, now }: Page): Promise<string[]> {
  const addresses = new Set<string>();
  for (let after: Order | undefined; addresses.size < offset + limit; ) {
    const orders = await listOrders(reader, accountId, now, { after, limit: walkedAtOnce });
    for (const { email } of orders) if (email !== "") addresses.add(foldText(email));
    if (orders.length < walkedAtOnce) break;
    after = orders.at(-1);
  }
  return [...addresses].slice(offset, offset + limit);
}

/** Reads the index of addresses alone. Deleted orders have none. */
async function countAll(reader: Reader, accountId: number): Promise<number> {
  const addresses = reader
    .selectFrom("orders")
    .select("email_search")
    .where("account_id", "=", accountId)
    .where("email_search", "<>", "")
    .groupBy("email_search");
  return lengthOf(reader, addresses);
}

function countMatching(reader: Reader, accountId: number, folded: string): Promise<number> {
  return lengthOf(reader, matching(reader, accountId, folded).select("email_search").groupBy("email_search"));
}

async function lengthOf(
  reader: Reader,
  addresses: SelectQueryBuilder<Schema, "orders", { email_search: string }>,
): Promise<number> {
  const { total } = await reader
    .selectFrom(addresses.as("address"))
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Each way to match has its own index, which one condition with "or" would not use. */
function matching(reader: Reader, accountId: number, folded: string) {
  const having = (column: "email_search" | "name_search" | "surname_search") =>
    reader
      .selectFrom("orders as found")
      .select("found.id")
      .where("found.account_id", "=", accountId)
      .where(foldedBeginsWith(`found.${column}`, folded));
  const ids = having("email_search").union(having("name_search")).union(having("surname_search"));
  return liveOrders(reader).where("id", "in", ids).where("email_search", "<>", "");
}

/** What the list shows of the customers with these folded addresses, in the same order. */
export async function describeCustomers(
  reader: Reader,
  accountId: number,
  addresses: string[],
): Promise<ListedCustomer[]> {
  if (addresses.length === 0) return [];
  const rows = await reader
    .selectFrom("orders")
    .select(({ fn }) => [
      "email_search as address",
      fn.countAll<number>().as("orders"),
      fn.min("created_at").as("firstOrderAt"),
      fn.max("created_at").as("lastOrderAt"),
      fn.max("id").as("newest"),
    ])
    .where("account_id", "=", accountId)
    .where("email_search", "in", addresses)
    .groupBy("email_search")
    .execute();
  const newest = await ordersByIds(
    reader,
    rows.map((row) => row.newest),
  );
  const orders = new Map(newest.map((order) => [order.id, order]));
  const customers = new Map(
    rows.flatMap(({ address, newest, ...row }) => {
      const order = orders.get(newest);
      if (!order) return [];
      return [[address, { ...row, email: order.email, name: `${order.firstName} ${order.lastName}`.trim() }] as const];
    }),
  );
  return addresses.flatMap((address) => customers.get(address) ?? []);
}
