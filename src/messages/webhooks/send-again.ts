import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { DomainError } from "../../platform/errors.ts";
import { giveWay } from "../../platform/give-way.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { lockEndpoints } from "./add-deliveries.ts";
import { type Endpoint, requireEndpoint } from "./endpoints.ts";
import { inLine, startOrders } from "./order-queue.ts";

/** Deliveries that one transaction queues again. */
const batchSize = 200;

/**
 * Queues a delivery again that is finished or waits for its next attempt, with the same `webhook-id` and a full set of attempts.
 * Throws `not_found`, and `in_use` if it is running or queued, if its endpoint is disabled, or if its order was deleted.
 */
export async function resendDelivery(
  tx: Tx,
  accountId: number,
  { id, endpointId }: { id: number; endpointId: number },
  now: Instant,
): Promise<void> {
  await requireEnabled(tx, accountId, endpointId);
  await lockEndpoints(tx, [endpointId]);
  const [resent] = await lineUpOne(tx, { id, now });
  if (!resent) {
    throw new DomainError(
      "in_use",
      "This delivery is in progress or waits for an earlier one, or its order was deleted.",
    );
  }
}

/** An endpoint that can receive events. Throws `not_found`, and `in_use` if it is disabled. */
export async function requireEnabled(reader: Reader, accountId: number, id: number): Promise<Endpoint> {
  const endpoint = await requireEndpoint(reader, accountId, id);
  if (endpoint.disabledAt !== null) throw new DomainError("in_use", "This endpoint is disabled. Enable it first.");
  return endpoint;
}

const lineUpOne = prepared<{ id: number; now: Instant }, { id: number }>((db, { id, now }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ state: "ready", tries: 0, finished_at: null, next_attempt_at: null, lined_up_at: now })
    .where("id", "=", id)
    .where("state", "not in", ["ready", "blocked", "cancelled"])
    .where("lease_expires_at", "is", null)
    .where("payload", "is not", null)
    .returning("id"),
);

/**
 * Queues all deliveries again that failed at `since` or later, events of one order in their order, and returns how many. Works in
 * short transactions: if interrupted, call it again. Throws `not_found`, and `in_use` for a disabled endpoint.
 */
export async function resendFailed(
  db: Database,
  { accountId, id, since }: { accountId: number; id: number; since: Instant },
  now: Instant,
): Promise<number> {
  await requireEnabled(db.read, accountId, id);
  let resent = 0;
  let after: FailedPosition = { at: instant(since - 1), id: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const rows = await nextFailed(db.read, { endpointId: id, at: after.at, id: after.id, most: batchSize });
    const last = rows.at(-1);
    if (!last) return resent;
    resent += await db.write((tx) => lineUpAll(tx, id, rows, now));
    after = last;
    await giveWay();
  }
}

interface FailedPosition {
  at: Instant;
  id: number;
}

const nextFailed = prepared<
  { endpointId: number; at: Instant; id: number; most: number },
  FailedPosition & { orderId: number | null }
>((db, { endpointId, at, id, most }) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["id", "order_id as orderId"])
    .select(({ ref }) => ref("finished_at").$notNull().as("at"))
    .where("endpoint_id", "=", endpointId)
    .where("state", "=", "failed")
    .where("payload", "is not", null)
    .where(({ or, and, eb }) => or([eb("finished_at", ">", at), and([eb("finished_at", "=", at), eb("id", ">", id)])]))
    .orderBy("finished_at")
    .orderBy("id")
    .limit(most),
);

async function lineUpAll(
  tx: Tx,
  endpointId: number,
  rows: { id: number; orderId: number | null }[],
  now: Instant,
): Promise<number> {
  await lockEndpoints(tx, [endpointId]);
  const again = await lineUpFailed(tx, { ids: JSON.stringify(rows.map(({ id }) => id)), now });
  await startOrders(tx, endpointId, again);
  return again.length;
}

const lineUpFailed = prepared<{ ids: string; now: Instant }, { orderId: number | null }>((db, { ids, now }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ ...inLine, lined_up_at: now })
    .where("id", "in", valueSet(db, "integer", ids))
    .where("state", "=", "failed")
    .where("payload", "is not", null)
    .returning("order_id as orderId"),
);
