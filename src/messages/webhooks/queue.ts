import { type Selection, sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";
import { taking } from "../../platform/queue/leases.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Turns } from "../../platform/queue/turns.ts";
import { placeOf } from "./order-queue.ts";
import { nextTurns } from "./turns.ts";

/** The conditions of the indexes `webhook_deliveries_ready`, `_deferred` and `_leases`. */
export const deliveryQueue: Queue<"webhook_deliveries"> = {
  table: "webhook_deliveries",
  leases: "leases",
  ready: sql`state = 'ready' and lease_expires_at is null`,
  deferred: sql`state = 'deferred'`,
  held: sql`lease_expires_at is not null`,
  makeReady: sql`state = 'ready', next_attempt_at = null`,
};

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
 * Takes up to `count` deliveries that are ready, for `duration` milliseconds from `now`. Stores and their endpoints take turns;
 * each endpoint's oldest deliveries come first. `found` is how many it tried to take: each delivery is taken once, so with
 * several nodes on one database, another may have been faster.
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
  return take(db, ids, { now, duration });
}

const take = taking(deliveryQueue, (taken) => taken.returning(claimedColumns));

const oldestReady = prepared<{ endpointId: number; most: number }, { id: number }>((db, { endpointId, most }) =>
  db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where(deliveryQueue.ready)
    .where("endpoint_id", "=", endpointId)
    .orderBy(placeOf("webhook_deliveries"))
    .limit(most),
);
