import { type Selection, sql } from "kysely";
import type { Database, Reader } from "../database/database.ts";
import { claiming } from "../database/hold-rows.ts";
import { prepared } from "../database/prepared.ts";
import { rowCount } from "../database/row-count.ts";
import { valueSet } from "../database/row-set.ts";
import type { Schema } from "../database/schema.ts";
import { type Instant, instant } from "../instants.ts";

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

/** The endpoint that had the last turn. */
export interface Round {
  last: number;
}

/**
 * Takes up to `count` deliveries that are ready, for `duration` milliseconds from `now`: one of each endpoint that has any, in
 * turn, each endpoint's oldest first. `places` says how many more an endpoint can get at the moment. With several nodes on one
 * database another may have been faster, as each delivery is taken once; `found` is how many it tried to take.
 */
export async function claimReady(
  db: Database,
  round: Round,
  { now, duration, count, places }: { now: Instant; duration: number; count: number; places: Places },
): Promise<{ found: number; claimed: ClaimedDelivery[] }> {
  const ids = await nextInTurn(db.read, round, count, places);
  if (ids.length === 0) return { found: 0, claimed: [] };
  const until = instant(now + duration);
  const claimed = await db.write((tx) => claim(tx, { ids: JSON.stringify(ids), until }));
  return { found: ids.length, claimed };
}

type Places = (endpointId: number) => number;

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

/** One look into the index for each delivery, however many wait. */
async function nextInTurn(reader: Reader, round: Round, count: number, places: Places): Promise<number[]> {
  const ids: number[] = [];
  const perEndpoint = new Map<number, number>();
  let after = round.last;
  let isWholeLap = after === 0;
  let inLap = 0;
  while (ids.length < count) {
    const [next] = await firstReady(reader, { after, except: JSON.stringify(ids) });
    if (!next) {
      if (isWholeLap && inLap === 0) break;
      [after, isWholeLap, inLap] = [0, true, 0];
      continue;
    }
    after = next.endpointId;
    const its = perEndpoint.get(after) ?? 0;
    if (its >= places(after)) continue;
    perEndpoint.set(after, its + 1);
    inLap++;
    round.last = after;
    ids.push(next.id);
  }
  return ids;
}

const firstReady = prepared<{ after: number; except: string }, { id: number; endpointId: number }>(
  (db, { after, except }) =>
    db
      .selectFrom("webhook_deliveries")
      .select(["id", "endpoint_id as endpointId"])
      // Constants, so that both databases see that the index `webhook_deliveries_ready` holds every such row.
      .where("state", "=", sql.lit("ready"))
      .where("lease_expires_at", "is", null)
      .where("endpoint_id", ">", after)
      .where("id", "not in", valueSet(db, "integer", except))
      .orderBy("endpoint_id")
      .orderBy("id")
      .limit(sql.lit(1)),
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

/** Milliseconds from now after which no lease ends, unless it was taken by a clock that was wrong. */
const farthestEnd = 3_600_000;

/** Ends the leases of dead workers: those that have expired, or that a wrong clock gave an end far ahead. */
export async function returnExpiredLeases(db: Database, now: Instant): Promise<void> {
  const values = { now, farthest: instant(now + farthestEnd) };
  const expired = await expiredLeases(db.read, { ...values, most: batchSize });
  if (expired.length === 0) return;
  const ids = JSON.stringify(expired.map(({ id }) => id));
  await db.write((tx) => endLeases(tx, { ...values, ids }));
}

type Ends = { now: Instant; farthest: Instant };

const expiredLeases = prepared<Ends & { most: number }, { id: number }>((db, { now, farthest, most }) =>
  db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("lease_expires_at", "is not", null)
    .where(({ or, eb }) => or([eb("lease_expires_at", "<", now), eb("lease_expires_at", ">", farthest)]))
    .limit(most),
);

const endLeases = prepared<Ends & { ids: string }, never>((db, { now, farthest, ids }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ lease_expires_at: null })
    .where("id", "in", valueSet(db, "integer", ids))
    .where(({ or, eb }) => or([eb("lease_expires_at", "<", now), eb("lease_expires_at", ">", farthest)])),
);

/** Gives back the deliveries of a process that has died. Only for the only process on a database, before its worker starts. */
export async function releaseDeliveries(db: Database): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable("webhook_deliveries")
      .set({ lease_expires_at: null })
      .where("lease_expires_at", "is not", null)
      .execute(),
  );
}

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
