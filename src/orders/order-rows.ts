import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet, valueSet } from "../database/row-set.ts";
import type { OrdersTable } from "../database/schema.ts";
import { inSlices } from "../database/slices.ts";
import type { DomainError } from "../errors.ts";
import { idConflict, vendorIdConflict } from "./id-conflicts.ts";
import { liveOrders } from "./live.ts";
import { takeFreeNumber, takeOrderNumbers } from "./numbering.ts";
import type { OrderValues } from "./order-columns.ts";
import { type Order, orderByGivenVendorId } from "./queries.ts";

/** A new order's row. Without an ID of its caller it gets the account's next number. */
export interface NewOrderRow {
  id: string | undefined;
  values: OrderValues;
}

/**
 * Inserts new orders of one account, the first of two with the same ID. Resolves, in their order, with the row of each, or
 * with `taken` if another order has one of its IDs.
 */
export async function insertOrders(tx: Tx, accountId: number, rows: NewOrderRow[]): Promise<(Order | DomainError)[]> {
  const together = withoutConflicts(rows, await usedVendorIds(tx, accountId, rows));
  const numbers = await takeOrderNumbers(tx, accountId, together.filter(({ id }) => id === undefined).length);
  const numbered = together.map(({ id, values }) => ({ ...values, public_id: id ?? (numbers.shift() as string) }));
  const inserted = await insertFreeOrders(tx, numbered);
  const orders = new Map(numbered.map((row) => [row.guid, { ...row, id: inserted.get(row.guid) }]));
  const outcomes: (Order | DomainError)[] = [];
  for (const row of rows) {
    const order = orders.get(row.values.guid);
    // What was left out, or not inserted, is tried alone, which finds out why.
    outcomes.push(order?.id === undefined ? await insertOrRefuse(tx, row) : { ...order, id: order.id });
  }
  return outcomes;
}

/**
 * The rows whose IDs neither another order nor an earlier row has, as far as is known before they are inserted: a row
 * that is refused takes no number then.
 */
function withoutConflicts(rows: NewOrderRow[], usedVendorIds: Set<string>): NewOrderRow[] {
  const ids = new Set<string>();
  const vendorIds = new Set(usedVendorIds);
  const kept: NewOrderRow[] = [];
  for (const row of rows) {
    const { id, values } = row;
    const { vendor_id } = values;
    if (id !== undefined && ids.has(id)) continue;
    if (vendor_id !== null && vendorIds.has(vendor_id)) continue;
    if (id !== undefined) ids.add(id);
    if (vendor_id !== null) vendorIds.add(vendor_id);
    kept.push(row);
  }
  return kept;
}

async function insertOrRefuse(tx: Tx, { id, values }: NewOrderRow): Promise<Order | DomainError> {
  const { account_id, vendor_id } = values;
  for (;;) {
    const other = vendor_id === null ? null : await orderByGivenVendorId(tx, account_id, vendor_id);
    if (vendor_id !== null && other && other.public_id !== id) return vendorIdConflict(vendor_id, other);
    if (id !== undefined && other) return idConflict(id);
    // The next number was in use as a caller's own ID.
    const public_id = id ?? (await takeFreeNumber(tx, account_id));
    const [number] = (await insertFreeOrders(tx, [{ ...values, public_id }])).values();
    if (number !== undefined) return { ...values, public_id, id: number };
    if (id !== undefined) return idConflict(id);
  }
}

/** Those of the rows' own IDs that orders of the account have. */
async function usedVendorIds(tx: Tx, accountId: number, rows: NewOrderRow[]): Promise<Set<string>> {
  const given = rows.flatMap(({ values: { vendor_id } }) => vendor_id ?? []);
  if (given.length === 0) return new Set();
  const used = await byVendorIds(tx, { accountId, ids: JSON.stringify(given) });
  return new Set(used.map(({ vendor_id }) => vendor_id));
}

const byVendorIds = prepared<{ accountId: number; ids: string }, { vendor_id: string }>((db, { accountId, ids }) =>
  liveOrders(db)
    .select(({ ref }) => ref("vendor_id").$notNull().as("vendor_id"))
    .where("account_id", "=", accountId)
    .where("vendor_id", "in", valueSet(db, "text", ids)),
);

/** The columns of a new order's row, but its row number. */
const filledColumns = {
  account_id: "integer",
  public_id: "text",
  vendor_id: "text",
  guid: "text",
  title: "text",
  first_name: "text",
  last_name: "text",
  email: "text",
  source: "text",
  currency: "text",
  custom_1: "text",
  custom_2: "text",
  custom_3: "text",
  expires_at: "integer",
  download_limit: "integer",
  created_at: "integer",
  email_search: "text",
  name_search: "text",
  surname_search: "text",
  vendor_number: "text",
  vendor_search: "text",
} as const satisfies { [Column in Exclude<keyof OrdersTable, "id" | "deleted_at">]: "integer" | "text" };

/**
 * Inserts those of the new orders whose IDs no other order of the account has, the earlier of two with the same ID, and
 * returns their row numbers by guid.
 */
export async function insertFreeOrders(
  tx: Tx,
  rows: (OrderValues & { public_id: string })[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  await inSlices(rows, async (slice) => {
    for (const { id, guid } of await insertRows(tx, { rows: JSON.stringify(slice) })) ids.set(guid, id);
  });
  return ids;
}

const insertRows = prepared<{ rows: string }, { id: number; guid: string }>((db, { rows }) => {
  const names = Object.keys(filledColumns) as (keyof typeof filledColumns)[];
  return db
    .insertInto("orders")
    .columns(names)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "added", filledColumns, rows))
        .select(names.map((column) => `added.${column}` as const))
        // SQLite would read the `on` of `on conflict` as that of a join.
        .where(sql.lit(true)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "guid"]);
});
