import type { Account } from "../accounts/accounts.ts";
import type { Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { hasUnwrittenEmail, queueDeliveryEmail } from "../mail/outbox.ts";
import { assignKeys, type LackingItem } from "./pool.ts";
import { waitingOrderItems } from "./queries.ts";

/** Order items that one query looks for. */
const batchSize = 500;

/**
 * Hands the pool's keys to the order items that wait for them, oldest first, as far as they reach; each of their
 * customers gets one email that includes them. The caller holds the pool.
 */
export async function assignKeysToWaiting(tx: Tx, account: Account, productId: number, now: number): Promise<void> {
  for (;;) {
    const waiting = await waitingOrderItems(tx, productId, batchSize);
    const held = await holdItems(
      tx,
      waiting.map(({ id }) => id),
    );
    for (const { id, order_id, email } of waiting) {
      const item = held.get(id);
      if (!item) continue;
      if ((await assignKeys(tx, item, now)) === 0) return;
      // An email that is not written yet will include the keys.
      if (await hasUnwrittenEmail(tx, order_id)) continue;
      await queueDeliveryEmail(tx, account, { id: order_id, email }, now);
    }
    if (waiting.length < batchSize) return;
  }
}

/** Those that still wait, by their row number; none of them is removed from its order until the transaction ends. */
async function holdItems(tx: Tx, ids: number[]): Promise<Map<number, LackingItem>> {
  if (ids.length === 0) return new Map();
  const held = await holdRows(tx, "order_items")
    .where("id", "in", ids)
    .where("removed_at", "is", null)
    .whereRef("keys_assigned", "<", "quantity")
    .returning(["id", "product_id", "quantity", "keys_assigned"])
    .execute();
  return new Map(held.map((item) => [item.id, item]));
}
