import { randomIdentifier } from "../accounts/credentials.ts";
import type { TokenVault } from "../accounts/token-vault.ts";
import { type Database, isUnavailable, type Reader, type Tx } from "../database/database.ts";
import { holding } from "../database/hold-rows.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet, valueSet } from "../database/row-set.ts";
import type { WebhookDeliveryState } from "../database/schema.ts";
import { inSlices } from "../database/slices.ts";
import type { Instant } from "../instants.ts";
import type { Log } from "../log.ts";
import { type Endpoint, enabledEndpoints } from "./endpoints.ts";
import { forgetDeliveries } from "./forget.ts";
import type { EventKind } from "./kinds.ts";

/** An event in the outbox. */
export interface PendingEvent {
  id: number;
  accountId: number;
  kind: EventKind;
  orderId: number | null;
  subjectId: number | null;
  at: Instant;
}

/**
 * The bodies that tell of events of one account, by their row numbers. An event whose order or subject was deleted has
 * none. With `secrets`, they show license keys and links.
 */
export type DescribeEvents = (
  accountId: number,
  events: PendingEvent[],
  options: { secrets: boolean },
) => Promise<Map<number, string>>;

export interface HandOverContext {
  db: Database;
  log: Log;
  vault: Pick<TokenVault, "encrypt" | "decrypt">;
  describe: DescribeEvents;
}

/**
 * Makes deliveries of the oldest events, at most `most`, for every endpoint that wants them, and removes the events from the
 * outbox in the same transaction. Several servers may do so at once: an event is taken by one of them, and the events of one
 * order in their order. Returns whether there may be more.
 */
export async function handOverEvents(context: HandOverContext, most: number, now: Instant): Promise<boolean> {
  const { db, vault } = context;
  const events = await oldestEvents(db.read, { most });
  if (events.length === 0) return false;
  const endpoints = await enabledEndpoints(db.read, [...new Set(events.map(({ accountId }) => accountId))]);
  const wanted = events.flatMap((event) =>
    endpoints
      .filter(({ accountId, events: kinds }) => accountId === event.accountId && kinds.includes(event.kind))
      .map((endpoint) => ({ event, endpoint })),
  );
  const plain = await describeAll(context, wanted, false);
  const whole = await describeAll(context, wanted, true);
  const messageIds = new Map(events.map(({ id }) => [id, `msg_${randomIdentifier()}`]));
  const rows = wanted.flatMap(({ event, endpoint }) => {
    const body = (endpoint.includeSecrets ? whole : plain).get(event.id);
    if (body === undefined) return [];
    const payload = endpoint.includeSecrets ? vault.encrypt(body) : body;
    const { id: eventId, kind, orderId } = event;
    const messageId = messageIds.get(eventId) as string;
    return [{ eventId, endpointId: endpoint.id, messageId, kind, orderId, payload, createdAt: now }];
  });
  await db.write(async (tx) => {
    const taken = new Set((await takeEvents(tx, { ids: JSON.stringify([...messageIds.keys()]) })).map(({ id }) => id));
    const deleted = events.filter(({ id, kind }) => kind === "order.deleted" && taken.has(id));
    await forgetDeliveries(
      tx,
      deleted.flatMap(({ orderId }) => orderId ?? []),
      now,
    );
    await insertDeliveries(
      tx,
      rows.filter(({ eventId }) => taken.has(eventId)),
    );
  });
  return events.length === most;
}

const oldestEvents = prepared<{ most: number }, PendingEvent>((db, { most }) =>
  db
    .selectFrom("webhook_events")
    .select(["id", "account_id as accountId", "order_id as orderId", "subject_id as subjectId", "at"])
    .select(({ ref }) => ref("kind").$castTo<EventKind>().as("kind"))
    .orderBy("id")
    .limit(most),
);

/** Of several servers that take the same events, the second waits for the first and gets none of them. */
const takeEvents = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  db
    .deleteFrom("webhook_events")
    .where(
      "id",
      "in",
      holding(
        db,
        db
          .selectFrom("webhook_events")
          .select("id")
          .where("id", "in", valueSet(db, "integer", ids))
          .orderBy("id"),
      ),
    )
    .returning("id"),
);

type Wanted = { event: PendingEvent; endpoint: Endpoint }[];

async function describeAll(context: HandOverContext, wanted: Wanted, secrets: boolean): Promise<Map<number, string>> {
  const chosen = wanted.filter(({ endpoint }) => endpoint.includeSecrets === secrets).map(({ event }) => event);
  const bodies = new Map<number, string>();
  for (const [accountId, events] of Map.groupBy(new Set(chosen), (event) => event.accountId)) {
    for (const [id, body] of await describeOrSkip(context, accountId, events, secrets)) bodies.set(id, body);
  }
  return bodies;
}

/** One event that cannot be described must not hold up all others. */
async function describeOrSkip(
  context: HandOverContext,
  accountId: number,
  events: PendingEvent[],
  secrets: boolean,
): Promise<Map<number, string>> {
  try {
    return await context.describe(accountId, events, { secrets });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (events.length === 1) {
      context.log.error({ err: error, event: events[0] }, "an event could not be described and is not sent");
      return new Map();
    }
    const bodies = new Map<number, string>();
    for (const event of events) {
      for (const [id, body] of await describeOrSkip(context, accountId, [event], secrets)) bodies.set(id, body);
    }
    return bodies;
  }
}

/** A delivery to be made. */
export interface NewDelivery {
  endpointId: number;
  messageId: string;
  kind: string;
  orderId: number | null;
  /** The body, encrypted if it shows secrets. */
  payload: string;
  createdAt: Instant;
}

/** Adds deliveries in their order. One waits if an earlier one of the same order to the same endpoint is not finished. */
export async function insertDeliveries(tx: Tx, deliveries: NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await holdEndpoints(tx, [...new Set(deliveries.map(({ endpointId }) => endpointId))]);
  const pairs = deliveries.flatMap(({ endpointId, orderId }) => (orderId === null ? [] : [{ endpointId, orderId }]));
  const found = pairs.length > 0 ? await unfinishedOf(tx, { pairs: JSON.stringify(pairs) }) : [];
  const before = new Set(found.map(keyOf));
  const rows = deliveries.map((delivery) => {
    const { orderId } = delivery;
    if (orderId === null) return { ...delivery, state: "ready" as WebhookDeliveryState };
    const key = keyOf({ ...delivery, orderId });
    const state: WebhookDeliveryState = before.has(key) ? "blocked" : "ready";
    before.add(key);
    return { ...delivery, state };
  });
  const placed = rows.map((row, position) => ({ ...row, position }));
  await inSlices(placed, (slice) => insertRows(tx, { rows: JSON.stringify(slice) }));
}

const keyOf = ({ endpointId, orderId }: { endpointId: number; orderId: number }) => `${endpointId} ${orderId}`;

/**
 * Makes others who finish or add deliveries to these endpoints wait until the transaction ends, so that a delivery that
 * waits for another does not miss its end.
 */
export async function holdEndpoints(tx: Tx, ids: number[]): Promise<void> {
  await held(tx, { ids: JSON.stringify(ids) });
}

const held = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  holding(
    db,
    db
      .selectFrom("webhook_endpoints")
      .select("id")
      .where("id", "in", valueSet(db, "integer", ids))
      .orderBy("id"),
  ),
);

const unfinishedOf = prepared<{ pairs: string }, { endpointId: number; orderId: number }>((db, { pairs }) =>
  db
    .selectFrom(rowSet(db, "pair", { endpointId: "integer", orderId: "integer" }, pairs))
    .select(["pair.endpointId", "pair.orderId"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhook_deliveries as earlier")
          .select("earlier.id")
          .whereRef("earlier.order_id", "=", "pair.orderId")
          .whereRef("earlier.endpoint_id", "=", "pair.endpointId")
          .where("earlier.finished_at", "is", null),
      ),
    ),
);

const fields = {
  endpoint_id: ["endpointId", "integer"],
  message_id: ["messageId", "text"],
  kind: "text",
  order_id: ["orderId", "integer"],
  payload: "text",
  state: "text",
  created_at: ["createdAt", "integer"],
} as const;

const insertRows = prepared<{ rows: string }, never>((db: Reader, { rows }) => {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return db
    .insertInto("webhook_deliveries")
    .columns(names)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "added", { ...fields, position: "integer" }, rows))
        .select(names.map((column) => `added.${column}` as const))
        .orderBy("added.position"),
    );
});
