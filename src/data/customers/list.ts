import {
  type CustomerEntry,
  type CustomerSort,
  entriesAt,
  listEntries,
} from "../../delivery/order-index/customer-lists.ts";
import { addressesMatching } from "../../delivery/order-index/customer-search.ts";
import { ordersByIds } from "../../delivery/orders/orders.ts";
import type { Reader } from "../../platform/database/database.ts";
import { isSameAddress } from "../../platform/email-address.ts";

/** A customer in a list. */
export interface ListedCustomer extends Pick<CustomerEntry, "orders" | "firstOrderAt" | "lastOrderAt"> {
  /** As in the newest order. */
  email: string;
  /** From the newest order; empty if there is none. */
  name: string;
}

interface Page {
  sort: CustomerSort;
  offset: number;
  limit: number;
}

/**
 * One page of the customers, and their number; with a text, only those that `addressesMatching` finds. Reads the index,
 * so call `catchUpBriefly` before. Use `db.scan`.
 */
export async function listCustomers(
  reader: Reader,
  accountId: number,
  text: string,
  page: Page,
): Promise<{ customers: ListedCustomer[]; total: number }> {
  const { entries, total } = await found(reader, accountId, text.trim(), page);
  return { customers: await withNames(reader, entries), total };
}

async function found(reader: Reader, accountId: number, text: string, page: Page) {
  if (text === "") return listEntries(reader, accountId, page);
  const entries = await entriesAt(reader, accountId, await addressesMatching(reader, accountId, text));
  const { sort, offset, limit } = page;
  return { entries: inOrder(entries, sort).slice(offset, offset + limit), total: entries.length };
}

function inOrder(entries: CustomerEntry[], { by, descending }: CustomerSort): CustomerEntry[] {
  const compare = <Value extends string | number>(one: Value, other: Value) => (one < other ? -1 : one > other ? 1 : 0);
  const sign = descending ? -1 : 1;
  return entries.toSorted((one, other) => sign * (compare(one[by], other[by]) || compare(one.address, other.address)));
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
