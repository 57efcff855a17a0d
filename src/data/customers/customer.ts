import { notesOf } from "../../delivery/orders/customer-notes.ts";
import { ordersByIds } from "../../delivery/orders/queries.ts";
import { giftsTo, ordersOfCustomer, pricesOfOrders } from "../../delivery/orders/reading/of-customer.ts";
import { emailsSentTo } from "../../messages/mail/sent-to.ts";
import type { Database } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { readableAddress } from "../../platform/email-address.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { isKnownToShops } from "../../shops/connections/known/shop-orders-of-customer.ts";
import type { Account } from "../../store/accounts/accounts.ts";

/** A person who has bought something or got a gift, identified by email address. */
export interface Customer {
  /** As in the newest order, or else in the newest gift. */
  email: string;
  /** From the newest order, or else from the newest gift; empty if there is none. */
  name: string;
  notes: string;
  /** Row numbers, oldest first. Empty if only gifts or notes are left, or only shops know the customer. */
  orderIds: number[];
  /** Row numbers of gifts from other customers, oldest first. */
  giftIds: number[];
  firstOrderAt: Instant | null;
  lastOrderAt: Instant | null;
}

export const noCustomer = (address: string) => new DomainError("not_found", `There is no customer ${address}.`);

/** Throws `not_found` if nothing is stored about the address. */
export async function requireCustomer(db: Database, accountId: number, address: string): Promise<Customer> {
  const customer = await customerAt(db, accountId, address);
  if (!customer) throw noCustomer(address);
  return customer;
}

/**
 * For export and erasure: also finds a customer who used this address before, as long as emails sent to it are kept.
 * Throws `not_found` if nothing is stored about it.
 */
export async function requireFormerCustomer(db: Database, accountId: number, address: string): Promise<Customer> {
  const customer = await customerAt(db, accountId, address);
  if (customer) return customer;
  const [email] = await emailsSentTo(db.scan, accountId, address, { limit: 1 });
  if (email === undefined) throw noCustomer(address);
  const nothing = { name: "", notes: "", orderIds: [], giftIds: [], firstOrderAt: null, lastOrderAt: null };
  return { email: readableAddress(address), ...nothing };
}

async function customerAt(db: Database, accountId: number, address: string): Promise<Customer | null> {
  const orders = await ordersOfCustomer(db.scan, accountId, address);
  const own = new Set(orders.map(({ id }) => id));
  const gifts = (await giftsTo(db.scan, accountId, address)).filter(({ id }) => !own.has(id));
  const notes = await notesOf(db.read, accountId, address);
  const last = orders.at(-1);
  const isKnown = last !== undefined || gifts.length > 0 || notes !== "";
  if (!isKnown && !(await isKnownToShops(db.scan, accountId, address))) return null;
  const times = orders.map(({ createdAt }) => createdAt).sort((one, other) => one - other);
  return {
    ...(await calledIn(db, { order: last?.id, gift: gifts.at(-1)?.id }, address)),
    notes,
    orderIds: [...own],
    giftIds: gifts.map(({ id }) => id),
    firstOrderAt: times[0] ?? null,
    lastOrderAt: times.at(-1) ?? null,
  };
}

/** The customer's address and name as in an order, or else in a gift (row numbers). */
async function calledIn(
  db: Database,
  { order, gift }: { order: number | undefined; gift: number | undefined },
  address: string,
): Promise<Pick<Customer, "email" | "name">> {
  const id = order ?? gift;
  const [newest] = id === undefined ? [] : await ordersByIds(db.read, [id]);
  if (!newest) return { email: readableAddress(address), name: "" };
  if (order === undefined) {
    return { email: newest.recipientEmail ?? readableAddress(address), name: newest.recipientName ?? "" };
  }
  return { email: newest.email, name: `${newest.firstName} ${newest.lastName}`.trim() };
}

/** What the customer has paid in each currency, in ten-thousandths of its unit, without revoked orders. */
export async function totalsOf(
  db: Database,
  { currency: usual }: Pick<Account, "currency">,
  { orderIds }: Customer,
): Promise<Map<string, number>> {
  const totals = new Map<string, number>();
  await inSlices(orderIds, async (slice) => {
    for (const { currency, price, quantity } of await pricesOfOrders(db.scan, { ids: JSON.stringify(slice) })) {
      const key = currency ?? usual;
      totals.set(key, (totals.get(key) ?? 0) + Math.round((price ?? 0) * quantity * 10_000));
    }
  });
  return totals;
}
