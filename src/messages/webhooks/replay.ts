import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { rejectFields } from "../../platform/errors.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { lockEndpoints } from "./add-deliveries.ts";
import { type Endpoint, listEndpoints } from "./endpoints.ts";
import { type EventKind, includesKind, testKind, type WantedEvents } from "./kinds.ts";
import { inLine, startOrders } from "./order-queue.ts";
import { keptDays } from "./remove-old.ts";
import { requireEnabled } from "./send-again.ts";

/** Deliveries to read in one step, for all endpoints of a store together, and at least for each. */
const batchSize = 200;
const leastOfEach = 20;

export interface Replay {
  accountId: number;
  /** The endpoint that gets the deliveries. */
  id: number;
  since: Instant;
  /** Absent: the events that the endpoint wants. */
  wanted?: WantedEvents[] | undefined;
}

/**
 * Queues everything again that was recorded for any endpoint of the store at `since` or later, oldest first, and returns how
 * much. The endpoint's own deliveries are made again, and those that it never had are added at their place. Queued deliveries
 * keep their place. New events are queued after these: what was sent before its turn is sent again in its turn. Works in short
 * transactions: if interrupted, call it again. Throws `not_found`, `invalid`, and `in_use` for a disabled endpoint.
 */
export async function replay(db: Database, asked: Replay, now: Instant): Promise<number> {
  const { accountId, id, since } = asked;
  await requireEnabled(db.read, accountId, id);
  const isTooOld = since < now - keptDays * dayMilliseconds;
  rejectFields([{ field: "since", message: isTooOld ? `must be within the last ${keptDays} days` : null }]);
  const ids = (await listEndpoints(db.read, accountId)).map((endpoint) => endpoint.id);
  const [first] = await firstSince(db.scan, { ids: JSON.stringify(ids), since });
  let queued = 0;
  for (let after: number | null = (first?.id ?? Number.MAX_SAFE_INTEGER) - 1; after !== null; ) {
    const from: number = after;
    const step = await db.write((tx) => replayStep(tx, asked, { ids, after: from }, now));
    queued += step.queued;
    after = step.after;
    await giveWay();
  }
  return queued;
}

const firstSince = prepared<{ ids: string; since: Instant }, { id: number | null }>((db, { ids, since }) =>
  db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.min("id").as("id"))
    .where("endpoint_id", "in", valueSet(db, "integer", ids))
    .where("created_at", ">=", since)
    .where("place", "is", null),
);

/** The next deliveries after the row number `after`. Resolves with how many were queued, and where to continue. */
async function replayStep(
  tx: Tx,
  { accountId, id, since, wanted }: Replay,
  { ids, after }: { ids: number[]; after: number },
  now: Instant,
): Promise<{ queued: number; after: number | null }> {
  // Locked before reading, so that nothing recorded for this endpoint is missed, and nothing that is being erased is copied.
  await lockEndpoints(tx, [id]);
  const endpoint = await requireEnabled(tx, accountId, id);
  const { rows, upTo } = await nextRecorded(tx, ids, after);
  const kinds = wanted ?? endpoint.events;
  const matching = rows.filter(
    ({ kind, createdAt, form }) =>
      form !== forms.erased && createdAt >= since && kind !== testKind && includesKind(kinds, kind as EventKind),
  );
  if (matching.length === 0) return { queued: 0, after: upTo };
  const messages = [...Map.groupBy(matching, ({ messageId }) => messageId).values()].map((copies, position) => ({
    messageId: (copies[0] as Recorded).messageId,
    place: (copies[0] as Recorded).id,
    sourceId: sourceOf(copies, endpoint).id,
    position,
  }));
  const own = await lineUpOwn(tx, {
    endpointId: id,
    messageIds: JSON.stringify(messages.map(({ messageId }) => messageId)),
    now,
  });
  const added = await addMissing(tx, { endpointId: id, messages: JSON.stringify(messages), now });
  await startOrders(tx, id, [...own, ...added]);
  return { queued: own.length + added.length, after: upTo };
}

/** What is left of a payload. */
const forms = { erased: 0, plain: 1, encrypted: 2 };

interface Recorded {
  id: number;
  messageId: string;
  kind: string;
  createdAt: Instant;
  form: number;
}

/** The copy whose payload has exactly what the endpoint may see; if there is none, any copy. */
const sourceOf = (copies: Recorded[], { includeSecrets }: Endpoint): Recorded =>
  copies.find(({ form }) => form === (includeSecrets ? forms.encrypted : forms.plain)) ?? (copies[0] as Recorded);

/**
 * The next deliveries to these endpoints, in their order, up to the row number `upTo`, without those that a replay added; null at
 * the end.
 */
async function nextRecorded(
  tx: Tx,
  endpointIds: number[],
  after: number,
): Promise<{ rows: Recorded[]; upTo: number | null }> {
  const most = Math.max(leastOfEach, Math.floor(batchSize / endpointIds.length));
  const rows: Recorded[] = [];
  let upTo: number | null = null;
  for (const endpointId of endpointIds) {
    const its = await recordedOf(tx, { endpointId, after, most });
    const last = its.length === most ? its.at(-1) : undefined;
    if (last) upTo = Math.min(upTo ?? last.id, last.id);
    rows.push(...its);
  }
  const read = rows.filter(({ id }) => upTo === null || id <= upTo);
  return { rows: read.sort((one, other) => one.id - other.id), upTo };
}

const recordedOf = prepared<{ endpointId: number; after: number; most: number }, Recorded>(
  (db, { endpointId, after, most }) =>
    db
      .selectFrom("webhook_deliveries")
      .select(["id", "message_id as messageId", "kind", "created_at as createdAt"])
      .select(
        sql<number>`case when payload is null then ${sql.lit(forms.erased)}
          when payload like '{%' then ${sql.lit(forms.plain)} else ${sql.lit(forms.encrypted)} end`.as("form"),
      )
      .where("endpoint_id", "=", endpointId)
      .where("place", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(most),
);

/** Queues the endpoint's own finished deliveries of these messages again, except those that this replay has already queued. */
const lineUpOwn = prepared<{ endpointId: number; messageIds: string; now: Instant }, { orderId: number | null }>(
  (db, { endpointId, messageIds, now }) =>
    db
      .updateTable("webhook_deliveries")
      .set({ ...inLine, lined_up_at: now })
      .where("endpoint_id", "=", endpointId)
      .where("message_id", "in", valueSet(db, "text", messageIds))
      .where("state", "in", ["delivered", "failed"])
      .where("payload", "is not", null)
      .where(({ or, eb }) => or([eb("lined_up_at", "is", null), eb("lined_up_at", "<", now)]))
      .returning("order_id as orderId"),
);

const addedFields = { messageId: "text", sourceId: "integer", place: "integer", position: "integer" } as const;

const addMissing = prepared<{ endpointId: number; messages: string; now: Instant }, { orderId: number | null }>(
  (db, { endpointId, messages, now }) =>
    db
      .insertInto("webhook_deliveries")
      .columns([
        ...(["endpoint_id", "message_id", "kind", "order_id", "payload"] as const),
        ...(["state", "created_at", "lined_up_at", "place"] as const),
      ])
      .expression(({ selectFrom }) =>
        selectFrom(rowSet(db, "message", addedFields, messages))
          .innerJoin("webhook_deliveries as source", "source.id", "message.sourceId")
          .select([
            sql<number>`cast(${endpointId} as integer)`.as("endpoint_id"),
            ...(["source.message_id", "source.kind", "source.order_id", "source.payload"] as const),
          ])
          .select([
            sql<"ready" | "blocked">`case when source.order_id is null then 'ready' else 'blocked' end`.as("state"),
            sql<Instant>`cast(${now} as bigint)`.as("created_at"),
            sql<Instant>`cast(${now} as bigint)`.as("lined_up_at"),
            "message.place",
          ])
          .where("source.payload", "is not", null)
          .orderBy("message.position"),
      )
      .onConflict((conflict) => conflict.columns(["endpoint_id", "message_id"]).doNothing())
      .returning("order_id as orderId"),
);
