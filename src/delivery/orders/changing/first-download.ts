import type { Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { locking, needsRowLocks } from "../../../platform/database/row-locks.ts";
import { rowSet, valueSet } from "../../../platform/database/row-set.ts";
import type { Instant } from "../../../platform/instants.ts";

/** An order whose first download was counted, and its new expiration date. */
export interface StartedExpiration {
  orderId: number;
  expiresAt: Instant;
}

/**
 * Locks the orders that were waiting for their first download when their links were looked up. Call this before locking items: an
 * order is always locked before its items.
 */
export async function lockWaitingOrders(tx: Tx, ordered: { orderId: number; waits: boolean }[]): Promise<void> {
  const ids = new Set(ordered.filter(({ waits }) => waits).map(({ orderId }) => orderId));
  if (ids.size > 0 && needsRowLocks(tx)) await lockedOrders(tx, { ids: JSON.stringify([...ids]) });
}

const lockedOrders = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  locking(
    db,
    db
      .selectFrom("orders")
      .select("id")
      .where("id", "in", valueSet(db, "integer", ids))
      .orderBy("id"),
  ),
);

/** Sets the expiration dates of orders that still wait for their first download. */
export async function startExpirations(tx: Tx, started: StartedExpiration[]): Promise<void> {
  await start(tx, { rows: JSON.stringify(started) });
}

const start = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .updateTable("orders")
    .from(rowSet(db, "started", { orderId: "integer", expiresAt: "integer" }, rows))
    .set(({ ref }) => ({
      expires_at: ref("started.expiresAt").$castTo<Instant>(),
      first_download_hours: null,
    }))
    .whereRef("orders.id", "=", "started.orderId")
    .where("orders.expires_at", "is", null)
    .where("orders.first_download_hours", "is not", null),
);
