import type { Reader, Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { claiming } from "../../../platform/database/row-locks.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { liveOrders } from "../live-rows.ts";
import {
  columnsOf,
  type Order,
  orderColumns,
  type SearchValues,
  searchValueColumns,
  searchValues,
} from "../order-columns.ts";

/**
 * Rewrites what searches find of these orders (row numbers) if an earlier version wrote it in another form. Leaves out orders that
 * another transaction holds: it may wait for one of them while it holds another. Call again later for these.
 */
export async function rewriteSearchValues(tx: Tx, ids: number[]): Promise<void> {
  // Locking all of them would write each row.
  const outdated = (await stored(tx, { ids: JSON.stringify(ids) })).filter(isOutdated);
  if (outdated.length === 0) return;
  for (const order of await held(tx, { ids: JSON.stringify(outdated.map(({ id }) => id)) })) {
    await tx
      .updateTable("orders")
      .set(columnsOf(searchValues(order)))
      .where("id", "=", order.id)
      .execute();
  }
}

type Stored = Order & SearchValues;

const isOutdated = (order: Stored): boolean =>
  Object.entries(searchValues(order)).some(([field, value]) => order[field as keyof SearchValues] !== value);

const withSearchValues = (db: Reader, ids: string) =>
  liveOrders(db)
    .select([...orderColumns, ...searchValueColumns])
    .where("id", "in", valueSet(db, "integer", ids));

const stored = prepared<{ ids: string }, Stored>((db, { ids }) => withSearchValues(db, ids));

const held = prepared<{ ids: string }, Stored>((db, { ids }) => claiming(db, withSearchValues(db, ids)));
