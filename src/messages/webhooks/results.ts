import type { Database, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { WebhookDeliveryState } from "../../platform/database/schema.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { heldBy } from "../../platform/queue/leases.ts";
import { lockAccount } from "../../store/accounts/accounts.ts";
import { lockEndpoints } from "./add-deliveries.ts";
import { disableEndpoint, type Endpoint } from "./endpoints.ts";
import { hasEarlier, inLine, letEarlierGoFirst, unblockNext } from "./order-queue.ts";
import { type ClaimedDelivery, deliveryQueue } from "./queue.ts";
import { nextAttemptAt, type WebhookTiming } from "./timing.ts";

/** The result of an attempt. */
export interface AttemptResult {
  startedAt: Instant;
  /** Milliseconds. */
  duration: number;
  /** HTTP status; null without an answer. */
  status: number | null;
  /** The beginning of the response's body, or why there was no response. */
  response: string;
  /** Milliseconds that the endpoint asked to wait; null if it did not. */
  retryAfter: number | null;
}

/** Tells the owner that an endpoint was disabled, within the transaction that does so. */
export type TellDisabled = (tx: Tx, endpoint: Endpoint, now: Instant) => Promise<void>;

interface Recording {
  db: Database;
  timing: WebhookTiming;
  tellDisabled: TellDisabled;
}

/** Only 2xx is a success (Standard Webhooks 1.0.0). A redirect is not. */
export const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;

/** The endpoint no longer exists, and wants no more events. */
const isGone = (status: number | null) => status === 410;

/**
 * Records the result of an attempt, and makes the next delivery of the same order ready once this one is finished. Returns
 * false and records nothing if the attempt's lease has ended. Safe to repeat if it is unknown whether it was committed.
 */
export async function recordAttempt(
  { db, timing, tellDisabled }: Recording,
  delivery: ClaimedDelivery,
  result: AttemptResult,
): Promise<boolean> {
  const now = timing.now();
  const tries = delivery.tries + 1;
  const { status, retryAfter } = result;
  const next = isSuccess(status) || isGone(status) ? null : nextAttemptAt(timing, { tries, retryAfter }, now);
  return db.write(async (tx) => {
    const failing = isSuccess(status) ? null : await failingSince(tx, delivery.endpointId, now);
    const isHopeless = failing !== null && now - failing.since >= timing.disableAfter;
    // Accounts are locked before endpoints everywhere.
    const disables = failing !== null && (isGone(status) || isHopeless);
    if (disables) await lockAccount(tx, failing.accountId);
    await lockEndpoints(tx, [delivery.endpointId]);
    const { id, leases } = delivery;
    const [held] = await giveBack(tx, { id, leases });
    if (!held) return false;
    await insertAttempt(tx, {
      id,
      attemptedAt: result.startedAt,
      duration: result.duration,
      status,
      // The response may contain the name of an erased customer.
      response: held.state === "cancelled" ? "" : result.response,
    });
    if (isSuccess(status)) await endFailing(tx, { id: delivery.endpointId });
    else await beginFailing(tx, { id: delivery.endpointId, now });
    if (disables) {
      const endpoint = await disableEndpoint(tx, delivery.endpointId, isGone(status) ? "gone" : "failing", now);
      if (endpoint) await tellDisabled(tx, endpoint, now);
    }
    if (held.state === "cancelled") return true;
    if (next !== null) await putOff(tx, delivery, { tries, next });
    else await finish(tx, delivery, { state: isSuccess(status) ? "delivered" : "failed", tries }, now);
    return true;
  });
}

/** Ends a claimed delivery without an attempt: its endpoint is disabled or was deleted. */
export async function endUntried({ db, timing }: Pick<Recording, "db" | "timing">, delivery: ClaimedDelivery) {
  const now = timing.now();
  await db.write(async (tx) => {
    await lockEndpoints(tx, [delivery.endpointId]);
    const { id, leases, tries } = delivery;
    const [held] = await giveBack(tx, { id, leases });
    if (held && held.state !== "cancelled") await finish(tx, delivery, { state: "failed", tries }, now);
  });
}

/** Gives back an untried delivery, so that it can be taken again at once. */
export async function returnUntried(db: Database, { id, leases }: ClaimedDelivery): Promise<void> {
  await db.write((tx) => giveBack(tx, { id, leases }));
}

/** An earlier event of its order that was queued meanwhile goes first. */
async function putOff(
  tx: Tx,
  { id, endpointId, orderId }: ClaimedDelivery,
  { tries, next }: { tries: number; next: Instant },
): Promise<void> {
  await defer(tx, { id, tries, next });
  if (orderId === null) return;
  const [isBlocked] = await letEarlierGoFirst(tx, { id });
  if (isBlocked) await unblockNext(tx, endpointId, [orderId]);
}

/**
 * If an earlier event of its order was queued meanwhile, that goes first, and this one is sent once more after it, so that the
 * latest event comes last.
 */
async function finish(
  tx: Tx,
  { id, endpointId, orderId }: ClaimedDelivery,
  { state, tries }: { state: WebhookDeliveryState; tries: number },
  now: Instant,
): Promise<void> {
  const [closed] = await close(tx, { id, state, tries, now });
  if (!closed) await lineUpBehindEarlier(tx, { id, now });
  if (orderId !== null) await unblockNext(tx, endpointId, [orderId]);
}

const giveBack = prepared<Pick<ClaimedDelivery, "id" | "leases">, { state: WebhookDeliveryState }>(
  (db, { id, leases }) =>
    heldBy(db, deliveryQueue, { id, lease: leases }).set({ lease_expires_at: null }).returning("state"),
);

const insertAttempt = prepared<
  { id: number; attemptedAt: Instant; duration: number; status: number | null; response: string },
  never
>((db, { id, attemptedAt, duration, status, response }) =>
  db.insertInto("webhook_attempts").values({ delivery_id: id, attempted_at: attemptedAt, duration, status, response }),
);

const defer = prepared<{ id: number; tries: number; next: Instant }, never>((db, { id, tries, next }) =>
  db.updateTable("webhook_deliveries").set({ state: "deferred", tries, next_attempt_at: next }).where("id", "=", id),
);

/** Returns nothing and changes nothing if an earlier delivery of its order is unfinished. */
const close = prepared<{ id: number; state: WebhookDeliveryState; tries: number; now: Instant }, { id: number }>(
  (db, { id, state, tries, now }) =>
    db
      .updateTable("webhook_deliveries")
      .set({ state, tries, next_attempt_at: null, finished_at: now })
      .where("id", "=", id)
      .where((delivery) => delivery.not(hasEarlier(delivery)))
      .returning("id"),
);

const lineUpBehindEarlier = prepared<{ id: number; now: Instant }, never>((db, { id, now }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ ...inLine, lined_up_at: now })
    .where("id", "=", id),
);

/**
 * When the present run of failures at the endpoint began, including this attempt; null if the endpoint is disabled or was
 * deleted.
 */
async function failingSince(
  tx: Tx,
  endpointId: number,
  now: Instant,
): Promise<{ accountId: number; since: Instant } | null> {
  const [row] = await failingOf(tx, { id: endpointId });
  return row ? { accountId: row.accountId, since: instant(row.since ?? now) } : null;
}

const failingOf = prepared<{ id: number }, { accountId: number; since: Instant | null }>((db, { id }) =>
  db
    .selectFrom("webhook_endpoints")
    .select(["account_id as accountId", "failing_since as since"])
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .where("deleted_at", "is", null),
);

const endFailing = prepared<{ id: number }, never>((db, { id }) =>
  db
    .updateTable("webhook_endpoints")
    .set({ failing_since: null })
    .where("id", "=", id)
    .where("failing_since", "is not", null),
);

const beginFailing = prepared<{ id: number; now: Instant }, never>((db, { id, now }) =>
  db
    .updateTable("webhook_endpoints")
    .set({ failing_since: now })
    .where("id", "=", id)
    .where("failing_since", "is", null),
);
