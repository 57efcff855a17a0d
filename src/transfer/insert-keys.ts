import type { Account } from "../accounts/accounts.ts";
import type { Tx } from "../database/database.ts";
import { inSlices } from "../database/slices.ts";
import { beginBackfill } from "../licenses/backfill.ts";
import { lockPools } from "../licenses/pool.ts";
import { ChangedMeanwhile, type Progress } from "./kind.ts";

/** A checked license key of a file. */
export interface KeyRow {
  productId: number;
  key: string;
  /** The order item that has it; null for one that is not assigned. */
  orderItemId: number | null;
  /** Milliseconds since 1970 in UTC; absent for the time of the import. */
  assignedAt: number | undefined;
}

/**
 * Adds any number of keys to their pools. Those that an order has are handed to it, without an email; the others go to
 * the order items that wait, oldest first, with an email to each customer, once the import is committed. Throws
 * `ChangedMeanwhile`.
 */
export async function insertKeys(tx: Tx, account: Account, rows: KeyRow[], { now, progress }: Progress): Promise<void> {
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  await lockPools(tx, productIds);
  await inSlices(
    rows,
    async (slice) => {
      await insertRows(tx, account.id, slice, now);
      await handOver(tx, slice);
    },
    progress,
  );
  const stocked = new Set(rows.filter(({ orderItemId }) => orderItemId === null).map(({ productId }) => productId));
  for (const productId of stocked) await beginBackfill(tx, productId);
}

async function insertRows(tx: Tx, accountId: number, rows: KeyRow[], now: number): Promise<void> {
  const inserted = await tx
    .insertInto("license_keys")
    .values(
      rows.map(({ productId, key, orderItemId, assignedAt = now }) => ({
        account_id: accountId,
        product_id: productId,
        key,
        order_item_id: orderItemId,
        assigned_at: orderItemId === null ? null : assignedAt,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  if (inserted.length < rows.length) throw new ChangedMeanwhile();
}

async function handOver(tx: Tx, rows: KeyRow[]): Promise<void> {
  const byItem = Map.groupBy(rows, ({ orderItemId }) => orderItemId);
  for (const [id, keys] of byItem) {
    if (id === null) continue;
    const item = await tx
      .updateTable("order_items")
      .set(({ eb }) => ({ keys_assigned: eb("keys_assigned", "+", keys.length) }))
      .where("id", "=", id)
      .where("removed_at", "is", null)
      .where(({ eb, ref }) => eb(eb("keys_assigned", "+", keys.length), "<=", ref("quantity")))
      .returning("id")
      .executeTakeFirst();
    if (!item) throw new ChangedMeanwhile();
  }
}
