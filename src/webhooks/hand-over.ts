import { randomIdentifier } from "../accounts/credentials.ts";
import type { TokenVault } from "../accounts/token-vault.ts";
import { type Database, isUnavailable, type Reader } from "../database/database.ts";
import { holding } from "../database/hold-rows.ts";
import { prepared } from "../database/prepared.ts";
import { valueSet } from "../database/row-set.ts";
import type { Instant } from "../instants.ts";
import type { Log } from "../log.ts";
import { addDeliveries } from "./add-deliveries.ts";
import { type Endpoint, enabledEndpoints } from "./endpoints.ts";
import { forgetDeliveries } from "./forget.ts";
import type { EventKind } from "./kinds.ts";
import type { Happened } from "./record-events.ts";

/** An event that is handed over. */
export interface PendingEvent {
  /** Its number among those that are handed over together. */
  id: number;
  accountId: number;
  kind: EventKind;
  orderId: number | null;
  subjectId: number | null;
  at: Instant;
}

/**
 * The bodies that tell of events of one account, by their numbers. An event whose order or subject was deleted has
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
 * Makes deliveries of the oldest events, about `most`, for every endpoint that wants them, and removes the events from the
 * outbox in the same transaction. Several servers may do so at once: an event is taken by one of them, and the events of one
 * order in their order. Returns whether there may be more.
 */
export async function handOverEvents(context: HandOverContext, most: number, now: Instant): Promise<boolean> {
  const { db, vault } = context;
  const rows = await oldestRows(db.read, most);
  if (rows.length === 0) return false;
  const events = eventsOf(rows);
  const endpoints = await enabledEndpoints(db.read, [...new Set(events.map(({ accountId }) => accountId))]);
  const wanted = events.flatMap((event) =>
    endpoints
      .filter(({ accountId, events: kinds }) => accountId === event.accountId && kinds.includes(event.kind))
      .map((endpoint) => ({ event, endpoint })),
  );
  const plain = await describeAll(context, wanted, false);
  const whole = await describeAll(context, wanted, true);
  const messageIds = new Map(events.map(({ id }) => [id, `msg_${randomIdentifier()}`]));
  const deliveries = wanted.flatMap(({ event, endpoint }) => {
    const body = (endpoint.includeSecrets ? whole : plain).get(event.id);
    if (body === undefined) return [];
    const payload = endpoint.includeSecrets ? vault.encrypt(body) : body;
    const { rowId, id, kind, orderId } = event;
    const messageId = messageIds.get(id) as string;
    return [{ rowId, endpointId: endpoint.id, messageId, kind, orderId, payload, createdAt: now }];
  });
  await db.write(async (tx) => {
    const taken = new Set((await takeRows(tx, { ids: JSON.stringify(rows.map(({ id }) => id)) })).map(({ id }) => id));
    const deleted = events.filter(({ rowId, kind }) => kind === "order.deleted" && taken.has(rowId));
    await forgetDeliveries(
      tx,
      deleted.flatMap(({ orderId }) => orderId ?? []),
      now,
    );
    await addDeliveries(
      tx,
      deliveries.filter(({ rowId }) => taken.has(rowId)),
    );
  });
  return true;
}

interface OutboxRow {
  id: number;
  accountId: number;
  kind: EventKind;
  happened: Happened[];
}

/** The oldest rows, until they have `most` events: one may have many, of a set of orders. */
async function oldestRows(reader: Reader, most: number): Promise<OutboxRow[]> {
  const found = (await oldest(reader, { most })).map((row) => ({ ...row, happened: JSON.parse(row.happened) }));
  let events = 0;
  const end = found.findIndex(({ happened }: OutboxRow) => {
    events += happened.length;
    return events >= most;
  });
  return end === -1 ? found : found.slice(0, end + 1);
}

const oldest = prepared<{ most: number }, Omit<OutboxRow, "happened"> & { happened: string }>((db, { most }) =>
  db
    .selectFrom("webhook_events")
    .select(["id", "account_id as accountId", "happened"])
    .select(({ ref }) => ref("kind").$castTo<EventKind>().as("kind"))
    .orderBy("id")
    .limit(most),
);

const eventsOf = (rows: OutboxRow[]): (PendingEvent & { rowId: number })[] =>
  rows
    .flatMap(({ id: rowId, accountId, kind, happened }) =>
      happened.map(([orderId, subjectId, at]) => ({ rowId, accountId, kind, orderId, subjectId, at })),
    )
    .map((event, id) => ({ ...event, id }));

/** Of several servers that take the same rows, the second waits for the first and gets none of them. */
const takeRows = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
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
