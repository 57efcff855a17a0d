import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";

/**
 * Changes that the index of orders (src/delivery/order-index) still has to read. Notes are only added and, once handled, removed:
 * two transactions that note the same order do not wait for each other.
 */

/** Call in the transaction that creates or changes these orders (row numbers), their items, emails, keys or allowances. */
export async function noteChangedOrders(tx: Tx, orderIds: number[]): Promise<void> {
  if (orderIds.length > 0) await insertNotes(tx, { rows: JSON.stringify(orderIds.map((id) => ({ id }))) });
}

const insertNotes = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("order_changes")
    .columns(["order_id"])
    .expression(({ selectFrom }) => selectFrom(rowSet(db, "changed", { id: "integer" }, rows)).select("changed.id")),
);

/** Call in the transaction that changes what a product delivers to all its orders. */
export async function noteChangedProduct(tx: Tx, productId: number): Promise<void> {
  await tx.insertInto("order_changes").values({ order_id: null, product_id: productId }).execute();
}

/** The number of the newest note; 0 if there is none. */
export async function newestChange(reader: Reader): Promise<number> {
  const row = await reader.selectFrom("order_changes").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** The number of the oldest unprocessed note; infinity if there is none. */
export async function oldestChange(reader: Reader): Promise<number> {
  const row = await reader.selectFrom("order_changes").select("id").orderBy("id").limit(1).executeTakeFirst();
  return row?.id ?? Number.POSITIVE_INFINITY;
}

/** A note about an order. */
interface ChangedOrder {
  id: number;
  orderId: number;
}

/** The oldest notes about orders. */
export const oldestChangedOrders = prepared<{ most: number }, ChangedOrder>((db, { most }) =>
  db
    .selectFrom("order_changes")
    .select("id")
    .select(({ ref }) => ref("order_id").$notNull().as("orderId"))
    .where("order_id", "is not", null)
    .orderBy("id")
    .limit(most),
);

/** The oldest note about a product. `reached` is the last of its order items that was processed. */
export const oldestChangedProduct = prepared<Record<string, never>, { id: number; productId: number; reached: number }>(
  (db) =>
    db
      .selectFrom("order_changes")
      .select(["id", "reached"])
      .select(({ ref }) => ref("product_id").$notNull().as("productId"))
      .where("product_id", "is not", null)
      .orderBy("id")
      .limit(1),
);

/** Call once the index contains what these notes are about. */
export async function removeNotes(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length > 0) await removeAll(tx, { ids: JSON.stringify(ids) });
}

const removeAll = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("order_changes").where("id", "in", valueSet(db, "integer", ids)),
);

/** Call once the index contains the orders of the product's items up to this one. */
export async function saveReached(tx: Tx, id: number, reached: number): Promise<void> {
  await tx.updateTable("order_changes").set({ reached }).where("id", "=", id).execute();
}
