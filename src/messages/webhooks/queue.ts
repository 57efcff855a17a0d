import { type Selection, sql } from "kysely";
import type { Database, Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowCount } from "../../platform/database/row-count.ts";
import { claiming } from "../../platform/database/row-locks.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { Turns } from "../../platform/turns.ts";
import { placeOf } from "./order-queue.ts";
import { nextTurns } from "./turns.ts";

const claimedColumns = [
  "id",
  "endpoint_id as endpointId",
  "message_id as messageId",
  "kind",
  "order_id as orderId",
  "payload",
  "tries",
  "leases",
] as const;

/** A delivery that only this worker holds. `leases` is the number of this lease, different from all others. */
export type ClaimedDelivery = Selection<Schema, "webhook_deliveries", (typeof claimedColumns)[number]>;

/**
 * Takes up to `count` deliveries that are ready, for `duration` milliseconds from `now`, in the turns of stores and their
 * endpoints, each endpoint's oldest first. With several nodes on one database another may have been faster, as each delivery is
 * taken once; `found` is how many it tried to take.
 */
export async function claimReady(
  db: Database,
  turns: Turns,
  { now, duration, count }: { now: Instant; duration: number; count: number },
): Promise<{ found: number; claimed: ClaimedDelivery[] }> {
  const ids: number[] = [];
  for (const [endpointId, most] of await nextTurns(db.read, turns, count)) {
    const oldest = await oldestReady(db.read, { endpointId, most });
    ids.push(...oldest.map(({ id }) => id));
  }
  if (ids.length === 0) return { found: 0, claimed: [] };
  const until = instant(now + duration);
  const claimed = await db.write((tx) => claim(tx, { ids: JSON.stringify(ids), until }));
  return { found: ids.length, claimed };
}

const claim = prepared<{ ids: string; until: Instant }, ClaimedDelivery>((db, { ids, until }) =>
  db
    .updateTable("webhook_deliveries")
    .set((row) => ({ lease_expires_at: until, leases: row("leases", "+", 1) }))
    .where(
      "id",
      "in",
      claiming(
        db,
        db
          .selectFrom("webhook_deliveries")
          .select("id")
          .where("id", "in", valueSet(db, "integer", ids))
          .where("state", "=", "ready")
          .where("lease_expires_at", "is", null),
      ),
    )
    .returning(claimedColumns),
);

const oldestReady = prepared<{ endpointId: number; most: number }, { id: number }>((db, { endpointId, most }) =>
  db
    .selectFrom("webhook_deliveries")
    .select("id")
    // Constants, so that both databases see that the index `webhook_deliveries_ready` holds every such row.
    .where("state", "=", sql.lit("ready"))
    .where("lease_expires_at", "is", null)
    .where("endpoint_id", "=", endpointId)
    .orderBy(placeOf("webhook_deliveries"))
    .limit(most),
);

/** Rows that one unit of work makes ready, or takes back. */
const batchSize = 200;

/**
 * Makes ready what was put off until `now` or earlier; returns whether there may be more. Also what was put off for longer than
 * `longestPause` milliseconds from now, which only a wrong clock does.
 */
export async function lineUpDeferred(db: Database, now: Instant, longestPause: number): Promise<boolean> {
  const due = await deferredDue(db.read, { now, farthest: instant(now + longestPause), most: batchSize });
  if (due.length === 0) return false;
  await db.write((tx) => makeReady(tx, { ids: JSON.stringify(due.map(({ id }) => id)) }));
  return due.length === batchSize;
}

const deferredDue = prepared<{ now: Instant; farthest: Instant; most: number }, { id: number }>(
  (db, { now, farthest, most }) =>
    db
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("state", "=", sql.lit("deferred"))
      .where(({ or, eb }) => or([eb("next_attempt_at", "<=", now), eb("next_attempt_at", ">", farthest)]))
      .limit(most),
);

const makeReady = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ state: "ready", next_attempt_at: null })
    .where("id", "in", valueSet(db, "integer", ids))
    .where("state", "=", "deferred"),
);

/**
 * How many deliveries of all accounts are ready now, wait for a later attempt, or are being sent; each counted up to `most`. Those
 * that wait for an earlier one of the same order are left out. Each is counted in an index of its own.
 */
export async function deliveryLengths(
  reader: Reader,
  most: number,
): Promise<{ due: number; waiting: number; sending: number }> {
  const deliveries = reader.selectFrom("webhook_deliveries").select("id").limit(most);
  const [due, waiting, sending] = await Promise.all([
    // Written as in the indexes.
    rowCount(reader, deliveries.where(sql<boolean>`state = 'ready' and lease_expires_at is null`)),
    rowCount(reader, deliveries.where(sql<boolean>`state = 'deferred'`)),
    rowCount(reader, deliveries.where("lease_expires_at", "is not", null)),
  ]);
  return { due, waiting, sending };
}
