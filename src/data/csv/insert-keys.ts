import { beginBackfill } from "../../delivery/licenses/backfill.ts";
import { countAssignedIfLacking } from "../../delivery/licenses/items-lacking-keys.ts";
import { lockPools } from "../../delivery/licenses/pool.ts";
import { insertKeyRows, type NewKey } from "../../delivery/licenses/stock.ts";
import type { Tx } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { ChangedMeanwhile, type Progress } from "./kind.ts";

/**
 * Adds any number of keys to their pools. Those that an order has are handed to it, without an email; the others go to
 * the order items that wait, oldest first, with an email to each customer, once the import is committed. Throws
 * `ChangedMeanwhile`.
 */
export async function insertKeys(tx: Tx, account: Account, rows: NewKey[], { now, progress }: Progress): Promise<void> {
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  await lockPools(tx, productIds);
  await inSlices(
    rows,
    async (slice) => {
      if ((await insertKeyRows(tx, account.id, slice, now)) < slice.length) throw new ChangedMeanwhile();
      await handOver(tx, slice);
    },
    progress,
  );
  const stocked = new Set(rows.filter(({ orderItemId }) => orderItemId === null).map(({ productId }) => productId));
  for (const productId of stocked) await beginBackfill(tx, productId);
}

async function handOver(tx: Tx, rows: NewKey[]): Promise<void> {
  const byItem = Map.groupBy(rows, ({ orderItemId }) => orderItemId);
  for (const [id, keys] of byItem) {
    if (id === null) continue;
    if (!(await countAssignedIfLacking(tx, id, keys.length))) throw new ChangedMeanwhile();
  }
}
