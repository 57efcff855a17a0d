import {
  type CustomerEntry,
  type CustomerSort,
  entriesAt,
  listEntries,
} from "../../delivery/order-index/customer-lists.ts";
import { addressesMatching } from "../../delivery/order-index/customer-search.ts";
import { recipientsAt } from "../../delivery/orders/gifts/gift-recipients.ts";
import { ordersByIds } from "../../delivery/orders/queries.ts";
import type { Reader } from "../../platform/database/database.ts";
import { canonicalEmail, isSameAddress } from "../../platform/email-address.ts";
import type { Instant } from "../../platform/instants.ts";

/** A customer in a list. People who only got gifts have no orders, and no times of orders. */
export interface ListedCustomer {
  /** As in the newest order, or else in the newest gift. */
  email: string;
  /** From the newest order, or else from the newest gift; empty if there is none. */
  name: string;
  orders: number;
  firstOrderAt: Instant | null;
  lastOrderAt: Instant | null;
}

interface Page {
  sort: CustomerSort;
  offset: number;
  limit: number;
}

/**
 * One page of the customers, and their number. With a text, lists those that `addressesMatching` finds, including people who only
 * got gifts. Reads the index, so call `catchUpBriefly` first. Use `db.scan`.
 */
export async function listCustomers(
  reader: Reader,
  accountId: number,
  text: string,
  page: Page,
): Promise<{ customers: ListedCustomer[]; total: number }> {
  if (text.trim() !== "") return found(reader, accountId, text.trim(), page);
  const { entries, total } = await listEntries(reader, accountId, page);
  return { customers: await withNames(reader, entries), total };
}

async function found(reader: Reader, accountId: number, text: string, { sort, offset, limit }: Page) {
  const addresses = await addressesMatching(reader, accountId, text);
  const buyers = await entriesAt(reader, accountId, addresses);
  const known = new Set(buyers.map(({ address }) => address));
  const others = addresses.filter((address) => !known.has(address));
  const recipients = await recipientsAt(reader, accountId, others);
  const all = [...buyers, ...[...recipients.keys()].map((address) => ({ address, ...nothingBought }))];
  const shown = inOrder(all, sort).slice(offset, offset + limit);
  const named = await withNames(
    reader,
    shown.filter((entry) => "newestOrderId" in entry),
  );
  const byAddress = new Map(named.map((customer) => [canonicalEmail(customer.email), customer]));
  const customers = shown.flatMap(({ address }): ListedCustomer[] => {
    const recipient = recipients.get(address);
    const customer = recipient ? { ...recipient, ...nothingBought } : byAddress.get(address);
    return customer ? [customer] : [];
  });
  return { customers, total: all.length };
}

const nothingBought = { orders: 0, firstOrderAt: null, lastOrderAt: null };

type Sorted = Pick<CustomerEntry, "address" | "orders"> & Pick<ListedCustomer, "lastOrderAt">;

/** People without an order come before the first order. */
function inOrder<Entry extends Sorted>(entries: Entry[], { by, descending }: CustomerSort): Entry[] {
  const compare = <Value extends string | number>(one: Value, other: Value) => (one < other ? -1 : one > other ? 1 : 0);
  const sign = descending ? -1 : 1;
  return entries.toSorted(
    (one, other) => sign * (compare(one[by] ?? 0, other[by] ?? 0) || compare(one.address, other.address)),
  );
}

/** Leaves out customers whose newest order has changed hands: they may have been erased since. */
async function withNames(reader: Reader, entries: CustomerEntry[]): Promise<ListedCustomer[]> {
  const newest = await ordersByIds(
    reader,
    entries.map(({ newestOrderId }) => newestOrderId),
  );
  const orders = new Map(newest.map((order) => [order.id, order]));
  return entries.flatMap(({ address, newestOrderId, ...entry }) => {
    const order = orders.get(newestOrderId);
    if (!order || !isSameAddress(order.email, address)) return [];
    return [{ ...entry, email: order.email, name: `${order.firstName} ${order.lastName}`.trim() }];
  });
}
