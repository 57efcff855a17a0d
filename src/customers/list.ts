import type { Reader } from "../database/database.ts";
import type { Instant } from "../instants.ts";
import { addressesContaining } from "../order-index/find.ts";
import {
  addressesBeginningWith,
  allAddresses,
  describeCustomers,
  type ListedCustomer,
} from "../orders/customer-list.ts";

export type { ListedCustomer };

/**
 * One page of the customers, those with the newest orders first, and how many there are. With a text, those whose name and
 * address contain its words; one with fewer than three characters must be the beginning. Use `db.scan`.
 */
export async function listCustomers(
  reader: Reader,
  accountId: number,
  text: string,
  page: { offset: number; limit: number; now: Instant },
): Promise<{ customers: ListedCustomer[]; total: number }> {
  const { addresses, total } = await found(reader, accountId, text.trim(), page);
  return { customers: await describeCustomers(reader, accountId, addresses), total };
}

async function found(reader: Reader, accountId: number, text: string, page: Parameters<typeof allAddresses>[2]) {
  if (text === "") return allAddresses(reader, accountId, page);
  const containing = await addressesContaining(reader, accountId, text);
  if (containing === null) return addressesBeginningWith(reader, accountId, text, page);
  const { offset, limit } = page;
  return { addresses: containing.slice(offset, offset + limit), total: containing.length };
}
