import { notesOf } from "../../delivery/orders/customer-notes.ts";
import { giftsTo, ordersOfCustomer, pricesOfOrders } from "../../delivery/orders/of-customer.ts";
import { ordersByIds } from "../../delivery/orders/orders.ts";
import { emailsSentTo } from "../../messages/mail/sent-to.ts";
import type { Database } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { readableAddress } from "../../platform/email-address.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { isKnownToShops } from "../../shops/connections/of-customer.ts";
import type { Account } from "../../store/accounts/accounts.ts";

/** A person who has bought something, identified by email address. */
export interface Customer {
  /** As in the newest order. */
  email: string;
  /** From the newest order; empty if there is none. */
  name: string;
  notes: string;
  /** Row numbers, oldest first. Empty if only notes are left, or only shops know the customer. */
  orderIds: number[];
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

/** A person, with the gifts they got. */
interface FormerCustomer extends Customer {
  /** Row numbers of orders of other customers, oldest first. */
  giftIds: number[];
}

/**
 * For export and erasure: also finds the recipient of a gift, and a customer who used this address before, as long as emails sent to it
 * are kept. Throws `not_found` if nothing is stored about it.
 */
export async function requireFormerCustomer(db: Database, accountId: number, address: string): Promise<FormerCustomer> {
  const customer = await customerAt(db, accountId, address);
  const own = new Set(customer?.orderIds);
  const gifts = await giftsTo(db.scan, accountId, address);
  const giftIds = gifts.map(({ id }) => id).filter((id) => !own.has(id));
  if (customer) return { ...customer, giftIds };
  const [newest] = await ordersByIds(db.read, giftIds.slice(-1));
  const name = newest?.recipientName ?? "";
  const [email] = giftIds.length > 0 ? [] : await emailsSentTo(db.scan, accountId, address, { limit: 1 });
  if (giftIds.length === 0 && email === undefined) throw noCustomer(address);
  const times = { firstOrderAt: null, lastOrderAt: null };
  return { email: readableAddress(address), name, notes: "", orderIds: [], giftIds, ...times };
}

async function customerAt(db: Database, accountId: number, address: string): Promise<Customer | null> {
  const orders = await ordersOfCustomer(db.scan, accountId, address);
  const notes = await notesOf(db.read, accountId, address);
  const last = orders.at(-1);
  if (!last && notes === "" && !(await isKnownToShops(db.scan, accountId, address))) return null;
  const [newest] = last ? await ordersByIds(db.read, [last.id]) : [];
  const times = orders.map(({ createdAt }) => createdAt).sort((one, other) => one - other);
  return {
    email: newest?.email ?? readableAddress(address),
    name: newest ? `${newest.firstName} ${newest.lastName}`.trim() : "",
    notes,
    orderIds: orders.map(({ id }) => id),
    firstOrderAt: times[0] ?? null,
    lastOrderAt: times.at(-1) ?? null,
  };
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
