import type { Database, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { DomainError } from "../../platform/errors.ts";
import { giveWay } from "../../platform/give-way.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { holdEndpoints } from "./add-deliveries.ts";
import { requireEndpoint } from "./endpoints.ts";
import { unblockNext } from "./results.ts";

/** Deliveries that one transaction puts in line again. */
const batchSize = 200;

/**
 * Puts a delivery in line that is finished or waits for its next attempt, with the same `webhook-id`, and all its attempts
 * ahead of it. Throws `not_found`, and `in_use` if it is under way or in line, if its endpoint is disabled, or if its order was
 * deleted.
 */
export async function resendDelivery(tx: Tx, accountId: number, { id, endpointId }: Resent): Promise<void> {
  const endpoint = await requireEndpoint(tx, accountId, endpointId);
  if (endpoint.disabledAt !== null) throw disabled();
  await holdEndpoints(tx, [endpointId]);
  const [resent] = await lineUpOne(tx, { id });
  if (!resent) {
    throw new DomainError(
      "in_use",
      "This delivery is in progress or waits for an earlier one, or its order was deleted.",
    );
  }
}

type Resent = { id: number; endpointId: number };

const disabled = () => new DomainError("in_use", "This endpoint is disabled. Enable it first.");

const lineUpOne = prepared<{ id: number }, { id: number }>((db, { id }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ state: "ready", tries: 0, finished_at: null, next_attempt_at: null })
    .where("id", "=", id)
    .where("state", "not in", ["ready", "blocked", "cancelled"])
    .where("lease_expires_at", "is", null)
    .where("payload", "is not", null)
    .returning("id"),
);

/**
 * Puts every delivery in line again that failed at `since` or later, events of one order in their order, and returns how many. In
 * short transactions: call it again if it is interrupted. Throws `not_found`, and `in_use` for a disabled endpoint.
 */
export async function resendFailed(db: Database, accountId: number, id: number, since: Instant): Promise<number> {
  const endpoint = await requireEndpoint(db.read, accountId, id);
  if (endpoint.disabledAt !== null) throw disabled();
  let resent = 0;
  let after: FailedPosition = { at: instant(since - 1), id: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const rows = await nextFailed(db.read, { endpointId: id, at: after.at, id: after.id, most: batchSize });
    const last = rows.at(-1);
    if (!last) return resent;
    resent += await db.write((tx) => lineUpAll(tx, id, rows));
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

/** First all wait, and then the first of each order goes ahead, so that they keep their order. */
async function lineUpAll(tx: Tx, endpointId: number, rows: { id: number; orderId: number | null }[]): Promise<number> {
  await holdEndpoints(tx, [endpointId]);
  const again = await tx
    .updateTable("webhook_deliveries")
    .set(({ eb }) => ({
      state: eb
        .case()
        .when("order_id", "is", null)
        .then(eb.val("ready" as const))
        .else(eb.val("blocked" as const))
        .end(),
      tries: 0,
      finished_at: null,
    }))
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .where("state", "=", "failed")
    .returning("id")
    .execute();
  for (const orderId of new Set(rows.flatMap((row) => row.orderId ?? []))) {
    await unblockNext(tx, { endpointId, orderId });
  }
  return again.length;
}
