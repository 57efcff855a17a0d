import type { Reader, Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { foldedSpellingsOf, isSameAddress as isAddress } from "../../../platform/email-address.ts";
import type { Instant } from "../../../platform/instants.ts";
import { forgetNotes } from "../customer-notes.ts";
import { liveOrders } from "../live-rows.ts";

/**
 * A customer is an email address in any spelling. The index finds folded addresses. Some of these only look alike, such as those
 * with wide letters, and belong to other people. So addresses are compared here: databases cannot compare spellings.
 */

interface CustomersOrder {
  id: number;
  email: string;
  createdAt: Instant;
}

/** All orders of the customer, oldest first. Use `db.scan`: there may be thousands. */
export async function ordersOfCustomer(reader: Reader, accountId: number, address: string): Promise<CustomersOrder[]> {
  const rows = await withAddress(reader, accountId, address).execute();
  return rows.filter(({ email }) => isAddress(email, address)).sort((one, other) => one.id - other.id);
}

/** Any order of the customer; undefined if there is none. */
export async function anyOrderOfCustomer(reader: Reader, accountId: number, address: string) {
  const { ids } = await nextOrdersOfCustomer(reader, accountId, address, { after: 0, limit: 1 });
  return ids[0];
}

/** Any gift to this address; undefined if there is none. */
export async function anyGiftTo(reader: Reader, accountId: number, address: string) {
  const { ids } = await nextGiftsTo(reader, accountId, address, { after: 0, limit: 1 });
  return ids[0];
}

/**
 * The customer's address as spelled in orders, including deleted ones: each spelling once. Use `db.scan`: there may be thousands
 * of orders.
 */
export async function writtenAddresses(reader: Reader, accountId: number, address: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("orders")
    .select("email")
    .distinct()
    .where("account_id", "=", accountId)
    .where("email_search", "in", foldedSpellingsOf(address))
    .execute();
  return rows.map(({ email }) => email).filter((email) => isAddress(email, address));
}

/** The recipient's address as spelled in gifts, each spelling once. Use `db.scan`. */
export async function writtenRecipients(reader: Reader, accountId: number, address: string): Promise<string[]> {
  return [...new Set((await giftsTo(reader, accountId, address)).map(({ email }) => email))];
}

/** All gifts to this address, oldest first; `email` is the recipient's. Use `db.scan`. */
export async function giftsTo(reader: Reader, accountId: number, address: string): Promise<CustomersOrder[]> {
  const rows = await withRecipient(reader, accountId, address).execute();
  return rows.filter(({ email }) => isAddress(email, address)).sort((one, other) => one.id - other.id);
}

/** How many orders of the customer came after `since`. Stops counting soon after `upTo`. */
export async function countRecentOrders(
  reader: Reader,
  accountId: number,
  address: string,
  { since, upTo }: { since: Instant; upTo: number },
): Promise<number> {
  const rows = await recentWithAddress(reader, {
    accountId,
    folded: JSON.stringify(foldedSpellingsOf(address)),
    since,
    most: upTo + 100,
  });
  return rows.filter(({ email }) => isAddress(email, address)).length;
}

const recentWithAddress = prepared<
  { accountId: number; folded: string; since: Instant; most: number },
  { email: string }
>((db, { accountId, folded, since, most }) =>
  liveOrders(db)
    .select("email")
    .where("account_id", "=", accountId)
    .where("email_search", "in", valueSet(db, "text", folded))
    .where("created_at", ">", since)
    .limit(most),
);

/** Row numbers of at most `limit` orders of the customer after the row number `after`; empty at the end. */
export const nextOrdersOfCustomer = (reader: Reader, accountId: number, address: string, part: Part) =>
  nextOf(() => withAddress(reader, accountId, address), address, part);

/** The same for gifts, by their recipient's address. */
export const nextGiftsTo = (reader: Reader, accountId: number, address: string, part: Part) =>
  nextOf(() => withRecipient(reader, accountId, address), address, part);

interface Part {
  /** Row numbers. */
  after: number;
  upTo?: number;
  limit: number;
}

async function nextOf(
  rowsWith: () => ReturnType<typeof withAddress>,
  address: string,
  { after, upTo = Number.MAX_SAFE_INTEGER, limit }: Part,
): Promise<{ ids: number[] }> {
  for (let reached = after; ; ) {
    const rows = await rowsWith()
      .where("id", ">", reached)
      .where("id", "<=", upTo)
      .orderBy("id")
      .limit(limit)
      .execute();
    const ids = rows.filter(({ email }) => isAddress(email, address)).map(({ id }) => id);
    if (ids.length > 0 || rows.length < limit) return { ids };
    reached = rows.at(-1)?.id ?? reached;
  }
}

const withAddress = (reader: Reader, accountId: number, address: string) =>
  liveOrders(reader)
    .select(["id", "email", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .where("email_search", "in", foldedSpellingsOf(address));

/** `email` is the recipient's. */
const withRecipient = (reader: Reader, accountId: number, address: string) =>
  liveOrders(reader)
    .select(["id", "created_at as createdAt"])
    .select(({ ref }) => ref("recipient_email").$notNull().as("email"))
    .where("account_id", "=", accountId)
    .where("recipient_search", "is not", null)
    .where("recipient_search", "in", foldedSpellingsOf(address));

/** The addresses of these orders (row numbers), without deleted orders. */
export const addressesOf = prepared<{ ids: string }, CustomersOrder & { accountId: number }>((db, { ids }) =>
  liveOrders(db)
    .select(["id", "account_id as accountId", "email", "created_at as createdAt"])
    .where("id", "in", valueSet(db, "integer", ids)),
);

/** An order with the prices of its items. */
interface OrderWorth {
  currency: string | null;
  price: number | null;
  quantity: number;
  orderId: number;
}

/** The prices of the items of these orders (row numbers). Leaves out revoked orders and items, and test orders. */
export const pricesOfOrders = prepared<{ ids: string }, OrderWorth>((db, { ids }) =>
  db
    .selectFrom("orders as order")
    .innerJoin("order_items as item", "item.order_id", "order.id")
    .select(["order.currency", "item.price", "item.quantity", "order.id as orderId"])
    .where("order.id", "in", valueSet(db, "integer", ids))
    .where("order.revoked_at", "is", null)
    .where("order.test", "=", 0)
    .where("item.removed_at", "is", null)
    .where("item.revoked_at", "is", null)
    .where("item.price", "is not", null),
);

/** Call when an order or gift of this address was deleted. Deletes the notes about the customer if no other is left. */
export async function forgetNotesWithoutOrders(tx: Tx, accountId: number, address: string): Promise<void> {
  const any = (await anyOrderOfCustomer(tx, accountId, address)) ?? (await anyGiftTo(tx, accountId, address));
  if (any === undefined) await forgetNotes(tx, accountId, address);
}
