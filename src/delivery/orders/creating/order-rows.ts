import { sql } from "kysely";
import type { Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../../platform/database/row-set.ts";
import { inSlices } from "../../../platform/database/slices.ts";
import type { DomainError } from "../../../platform/errors.ts";
import { noteChangedOrders } from "../../../store/order-changes/note-changes.ts";
import { idConflict, vendorIdConflict } from "../id-conflicts.ts";
import { liveOrders } from "../live-rows.ts";
import { type FilledOrder, filledColumns, type Order, type OrderValues } from "../order-columns.ts";
import { orderByGivenVendorId } from "../queries.ts";
import { takeFreeNumber, takeOrderNumbers } from "./numbering.ts";

/** A new order's row. Without an ID from the caller, it gets the account's next number. */
export interface NewOrderRow {
  id: string | undefined;
  values: OrderValues;
}

/**
 * Inserts new orders of one account; if two have the same ID, only the first. Resolves, in the same order, with each order's row,
 * or with `taken` if another order has one of its IDs.
 */
export async function insertOrders(tx: Tx, accountId: number, rows: NewOrderRow[]): Promise<(Order | DomainError)[]> {
  const together = withoutConflicts(rows, await usedVendorIds(tx, accountId, rows));
  const numbers = await takeOrderNumbers(tx, accountId, together.filter(({ id }) => id === undefined).length);
  const numbered = together.map(({ id, values }) => ({ ...values, publicId: id ?? (numbers.shift() as string) }));
  const inserted = await insertFreeOrders(tx, numbered);
  const orders = new Map(numbered.map((row) => [row.guid, { ...row, id: inserted.get(row.guid) }]));
  const outcomes: (Order | DomainError)[] = [];
  for (const row of rows) {
    const order = orders.get(row.values.guid);
    // Orders that were left out or not inserted are tried one by one, to learn why.
    outcomes.push(order?.id === undefined ? await insertOrRefuse(tx, row) : { ...order, id: order.id });
  }
  return outcomes;
}

/**
 * The rows whose IDs are used neither by other orders nor by earlier rows, as far as known before the insert. So a rejected row
 * takes no number.
 */
function withoutConflicts(rows: NewOrderRow[], usedVendorIds: Set<string>): NewOrderRow[] {
  const ids = new Set<string>();
  const vendorIds = new Set(usedVendorIds);
  const kept: NewOrderRow[] = [];
  for (const row of rows) {
    const { id, values } = row;
    const { vendorId } = values;
    if (id !== undefined && ids.has(id)) continue;
    if (vendorId !== null && vendorIds.has(vendorId)) continue;
    if (id !== undefined) ids.add(id);
    if (vendorId !== null) vendorIds.add(vendorId);
    kept.push(row);
  }
  return kept;
}

async function insertOrRefuse(tx: Tx, { id, values }: NewOrderRow): Promise<Order | DomainError> {
  const { accountId, vendorId } = values;
  for (;;) {
    const other = vendorId === null ? null : await orderByGivenVendorId(tx, accountId, vendorId);
    if (vendorId !== null && other && other.publicId !== id) return vendorIdConflict(vendorId, other);
    if (id !== undefined && other) return idConflict(id);
    // A caller had used the next number as an ID.
    const publicId = id ?? (await takeFreeNumber(tx, accountId));
    const [number] = (await insertFreeOrders(tx, [{ ...values, publicId }])).values();
    if (number !== undefined) return { ...values, publicId, id: number };
    if (id !== undefined) return idConflict(id);
  }
}

/** Returns the rows' store's order IDs that the account's orders already use. */
async function usedVendorIds(tx: Tx, accountId: number, rows: NewOrderRow[]): Promise<Set<string>> {
  const given = rows.flatMap(({ values: { vendorId } }) => vendorId ?? []);
  if (given.length === 0) return new Set();
  const used = await byVendorIds(tx, { accountId, ids: JSON.stringify(given) });
  return new Set(used.map(({ vendorId }) => vendorId));
}

const byVendorIds = prepared<{ accountId: number; ids: string }, { vendorId: string }>((db, { accountId, ids }) =>
  liveOrders(db)
    .select(({ ref }) => ref("vendor_id").$notNull().as("vendorId"))
    .where("account_id", "=", accountId)
    .where("vendor_id", "in", valueSet(db, "text", ids)),
);

/**
 * Inserts the new orders whose IDs are unused in the account; if two have the same ID, only the first. Returns their row numbers
 * by guid.
 */
export async function insertFreeOrders(tx: Tx, rows: FilledOrder[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  await inSlices(rows, async (slice) => {
    for (const { id, guid } of await insertRows(tx, { rows: JSON.stringify(slice) })) ids.set(guid, id);
  });
  await noteChangedOrders(tx, [...ids.values()]);
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
        // Without this, SQLite would read the `on` of `on conflict` as part of a join.
        .where(sql.lit(true)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "guid"]);
});
