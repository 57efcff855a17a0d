import type { Selection } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { inSlices } from "../../platform/database/slices.ts";

const entryColumns = [
  "address",
  "orders",
  "first_order_at as firstOrderAt",
  "last_order_at as lastOrderAt",
  "newest_order_id as newestOrderId",
] as const;

/** A customer in the index. The columns are described in src/platform/database/schema/order-index.ts. */
export type CustomerEntry = Selection<Schema, "customer_index", (typeof entryColumns)[number]>;

/** How a list of customers is sorted. Customers with the same value are sorted by address. */
export interface CustomerSort {
  by: "lastOrderAt" | "orders" | "address";
  descending: boolean;
}

const sortColumns = { lastOrderAt: "last_order_at", orders: "orders", address: "address" } as const;

interface Page {
  sort: CustomerSort;
  offset: number;
  limit: number;
}

/** One page of the account's customers, and their total number. */
export async function listEntries(
  reader: Reader,
  accountId: number,
  { sort, offset, limit }: Page,
): Promise<{ entries: CustomerEntry[]; total: number }> {
  const total = await countOf(reader, accountId);
  const count = Math.min(limit, total - offset);
  if (count <= 0) return { entries: [], total };
  // Starts from the nearer end, and reads only an index.
  const skipped = total - offset - count;
  const isBackward = skipped < offset;
  const direction = sort.descending === isBackward ? "asc" : "desc";
  const rows = await reader
    .selectFrom("customer_index")
    .select("address")
    .where("account_id", "=", accountId)
    .orderBy(sortColumns[sort.by], direction)
    .orderBy("address", direction)
    .limit(count)
    .offset(isBackward ? skipped : offset)
    .execute();
  const addresses = rows.map(({ address }) => address);
  const entries = await entriesAt(reader, accountId, isBackward ? addresses.reverse() : addresses);
  return { entries, total };
}

async function countOf(reader: Reader, accountId: number): Promise<number> {
  const counted = reader.selectFrom("customer_counts").select("customers").where("account_id", "=", accountId);
  return (await counted.executeTakeFirst())?.customers ?? 0;
}

/** The customers with these canonical addresses, in the same order. Leaves out unknown addresses. */
export async function entriesAt(reader: Reader, accountId: number, addresses: string[]): Promise<CustomerEntry[]> {
  const found = new Map<string, CustomerEntry>();
  await inSlices(addresses, async (slice) => {
    const rows = await withAddresses(reader, { accountId, addresses: JSON.stringify(slice) });
    for (const row of rows) found.set(row.address, row);
  });
  return addresses.flatMap((address) => found.get(address) ?? []);
}

const withAddresses = prepared<{ accountId: number; addresses: string }, CustomerEntry>(
  (db, { accountId, addresses }) =>
    db
      .selectFrom("customer_index")
      .select(entryColumns)
      .where("account_id", "=", accountId)
      .where("address", "in", valueSet(db, "text", addresses)),
);
