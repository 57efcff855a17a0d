import { type Database, isUnavailable } from "../../platform/database/database.ts";
import { randomIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Vault } from "../../platform/vault.ts";
import { addDeliveries, lockEndpoints } from "./add-deliveries.ts";
import { type Endpoint, enabledEndpoints } from "./endpoints.ts";
import { forgetDeliveries } from "./forget.ts";
import { type EventKind, includesKind } from "./kinds.ts";
import { nextRows, type OutboxRow, takeRows } from "./outbox.ts";

/** An event that is being handed over. */
export interface PendingEvent {
  /** Its number among the events that are handed over together. */
  id: number;
  accountId: number;
  kind: EventKind;
  orderId: number | null;
  subjectId: number | null;
  at: Instant;
}

/**
 * The bodies for events of one account, by their numbers. An event whose order or subject was deleted has none. With `secrets`,
 * they contain license keys and links.
 */
export type DescribeEvents = (
  accountId: number,
  events: PendingEvent[],
  options: { secrets: boolean },
) => Promise<Map<number, string>>;

/** Deliveries that one transaction creates; more if its first row has many events. The rest is handed over in the next round. */
const mostDeliveries = 400;

export interface HandOverContext {
  db: Database;
  log: Log;
  vault: Vault;
  describe: DescribeEvents;
}

/**
 * Returns a function that creates deliveries of the next events, about `most`, for every endpoint that wants them, and removes
 * the events from the outbox in the same transaction. Stores take turns, and each store's events are taken oldest first. Several
 * servers may do this at once: each event is taken by one of them, and the events of one order in their order. Resolves with
 * whether there may be more.
 */
export function createHandOver(context: HandOverContext): (most: number, now: Instant) => Promise<boolean> {
  let after = 0;
  return async (most, now) => {
    const next = await nextRows(context.db.read, { after, most });
    const isEnd = next.rows.length === 0 && after === 0;
    if (next.rows.length > 0) await handOver(context, next.rows, now);
    after = next.after;
    return !isEnd;
  };
}

async function handOver(context: HandOverContext, found: OutboxRow[], now: Instant): Promise<void> {
  const { db, vault } = context;
  const endpoints = await enabledEndpoints(db.read, [...new Set(found.map(({ accountId }) => accountId))]);
  const rows = firstRows(found, endpoints);
  const events = eventsOf(rows);
  const wanted = events.flatMap((event) =>
    endpoints
      .filter(({ accountId, events: kinds }) => accountId === event.accountId && includesKind(kinds, event.kind))
      .map((endpoint) => ({ event, endpoint })),
  );
  const plain = await describeAll(context, wanted, false);
  const whole = await describeAll(context, wanted, true);
  const messageIds = new Map(events.map(({ id }) => [id, `msg_${randomIdentifier()}`]));
  const encrypted = onceFor((body) => vault.encrypt(body));
  const deliveries = wanted.flatMap(({ event, endpoint }) => {
    const body = (endpoint.includeSecrets ? whole : plain).get(event.id);
    if (body === undefined) return [];
    const payload = endpoint.includeSecrets ? encrypted(event.id, body) : body;
    const { rowId, id, kind, orderId } = event;
    const messageId = messageIds.get(id) as string;
    return [{ rowId, endpointId: endpoint.id, messageId, kind, orderId, payload, createdAt: now }];
  });
  await db.write(async (tx) => {
    const taken = new Set((await takeRows(tx, { ids: JSON.stringify(rows.map(({ id }) => id)) })).map(({ id }) => id));
    const erasing = events.filter(
      ({ rowId, kind, erases }) => (kind === "order.deleted" || erases) && taken.has(rowId),
    );
    // A replay may be adding a delivery that must be erased here.
    if (erasing.length > 0)
      await lockEndpoints(
        tx,
        endpoints.map(({ id }) => id),
      );
    await forgetDeliveries(
      tx,
      erasing.flatMap(({ orderId }) => orderId ?? []),
      now,
    );
    await addDeliveries(
      tx,
      deliveries.filter(({ rowId }) => taken.has(rowId)),
    );
  });
}

/** The first rows, for about `mostDeliveries`. */
function firstRows(rows: OutboxRow[], endpoints: Endpoint[]): OutboxRow[] {
  let deliveries = 0;
  const more = rows.findIndex(({ accountId, kind, happened }, index) => {
    const its = endpoints.filter((one) => one.accountId === accountId && includesKind(one.events, kind));
    deliveries += happened.length * its.length;
    return index > 0 && deliveries > mostDeliveries;
  });
  return more < 0 ? rows : rows.slice(0, more);
}

/** Encrypting costs more than the other steps, so the endpoints of one store share the result. */
function onceFor(encrypt: (body: string) => string): (id: number, body: string) => string {
  const made = new Map<number, string>();
  return (id, body) => {
    const text = made.get(id) ?? encrypt(body);
    made.set(id, text);
    return text;
  };
}

const eventsOf = (rows: OutboxRow[]): (PendingEvent & { rowId: number; erases: boolean })[] =>
  rows
    .flatMap(({ id: rowId, accountId, kind, happened }) =>
      happened.map(([orderId, subjectId, at, erases = 0]) => ({
        ...{ rowId, accountId, kind, orderId, subjectId, at },
        erases: erases === 1,
      })),
    )
    .map((event, id) => ({ ...event, id }));

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
