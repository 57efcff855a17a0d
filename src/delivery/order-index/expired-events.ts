import { recordEvents } from "../../messages/webhooks/record-events.ts";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Order } from "../orders/order-columns.ts";
import { orderEvent } from "../orders/order-events.ts";
import { endedAccess } from "../orders/subscriptions/find-ended-access.ts";

/**
 * No transaction runs at the moment when an order expires. The worker of the index looks for expired orders anyway, so it also
 * sends the webhook events about them, and about orders that people expire at once.
 */

export interface ExpiredOrder {
  id: number;
  accountId: number;
  expiresAt: Instant;
}

/**
 * Sends the events about expired orders, and about their subscriptions if paid access has ended. Returns the row numbers of the
 * orders whose access has ended.
 */
export async function recordExpired(tx: Tx, expired: ExpiredOrder[], now: Instant): Promise<number[]> {
  if (expired.length === 0) return [];
  const ended = await endedAccess(
    tx,
    expired.map(({ id }) => id),
    now,
  );
  await recordEvents(tx, [
    ...expired.map(({ id, accountId, expiresAt }) => orderEvent(accountId, "order.expired", id, expiresAt)),
    ...ended.map(({ id, accountId, accessUntil }) => orderEvent(accountId, "subscription.ended", id, accessUntil)),
  ]);
  return ended.map(({ id }) => id);
}

/**
 * For this many milliseconds, an expired order that is not in the index counts as newly expired: it expired before it was
 * indexed.
 */
const briefly = hourMilliseconds;

/** Call before writing the index. Sends events about orders that have expired but are still open in the index. */
export async function recordNewlyExpired(
  tx: Tx,
  orders: Order[],
  entries: { id: number; state: string }[],
  now: Instant,
): Promise<void> {
  const expired = new Set(entries.filter(({ state }) => state === "expired").map(({ id }) => id));
  if (expired.size === 0) return;
  const known = await statesOf(tx, { ids: JSON.stringify([...expired]) });
  const before = new Map(known.map(({ id, state }) => [id, state]));
  const newly = orders.flatMap(({ id, accountId, expiresAt, createdAt }) => {
    if (!expired.has(id) || expiresAt === null) return [];
    const state = before.get(id);
    const isNew = state === undefined ? createdAt < expiresAt && expiresAt > now - briefly : state !== "expired";
    return isNew ? [{ id, accountId, expiresAt }] : [];
  });
  await recordExpired(tx, newly, now);
}

const statesOf = prepared<{ ids: string }, { id: number; state: string }>((db, { ids }) =>
  db
    .selectFrom("order_index")
    .select(["order_id as id", "state"])
    .where("order_id", "in", valueSet(db, "integer", ids)),
);
