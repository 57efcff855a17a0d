import { type Selection, sql } from "kysely";
import type { Reader, Tx } from "../database/database.ts";
import { claiming } from "../database/hold-rows.ts";
import { prepared } from "../database/prepared.ts";
import { valueSet } from "../database/row-set.ts";
import type { ConnectionEventsTable, Schema } from "../database/schema.ts";
import { type Instant, instant } from "../instants.ts";

const eventColumns = [
  "id",
  "account_id as accountId",
  "connection_id as connectionId",
  "received_at as receivedAt",
  "source",
  "topic",
  "external_id as externalId",
  "headers",
  "body",
  "encoding",
  "fetched",
  "state",
  "note",
  "attempts",
  "next_attempt_at as nextAttemptAt",
  "order_id as orderId",
] as const;

/** What its columns mean is written in src/database/schema/connections.ts. */
export type ConnectionEvent = Selection<Schema, "connection_events", (typeof eventColumns)[number]>;

export interface NewEvent {
  accountId: number;
  connectionId: number;
  source: ConnectionEventsTable["source"];
  topic: string;
  externalId: string | null;
  headers: Record<string, string>;
  body: Uint8Array;
  /** `pending` for one that has to be processed. */
  state: "pending" | "ignored";
}

/** Stores what a shop sent, and returns its row number. */
export async function insertEvent(tx: Tx, event: NewEvent, now: Instant): Promise<number> {
  const { id } = await tx
    .insertInto("connection_events")
    .values({
      account_id: event.accountId,
      connection_id: event.connectionId,
      received_at: now,
      source: event.source,
      topic: event.topic,
      external_id: event.externalId,
      headers: JSON.stringify(event.headers),
      ...storedBody(event.body),
      fetched: null,
      state: event.state,
      note: null,
      next_attempt_at: now,
      lease_until: null,
      order_id: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function storedBody(body: Uint8Array): Pick<ConnectionEventsTable, "body" | "encoding"> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    if (!text.includes("\0")) return { body: text, encoding: "utf-8" };
  } catch {
    // Not UTF-8.
  }
  return { body: Buffer.from(body).toString("base64"), encoding: "base64" };
}

/** The body as text; bytes that are not UTF-8 are replaced. */
export function bodyText({ body, encoding }: Pick<ConnectionEvent, "body" | "encoding">): string {
  return encoding === "utf-8" ? body : Buffer.from(body, "base64").toString("utf8");
}

/**
 * Up to `most` events that are due, the oldest first. An event waits for all earlier ones about the same order of its shop.
 */
export const dueEvents = prepared<
  { now: Instant; most: number },
  Pick<ConnectionEvent, "id" | "accountId" | "connectionId" | "externalId">
>((db, { now, most }) =>
  db
    .selectFrom("connection_events as event")
    .select([
      "event.id",
      "event.account_id as accountId",
      "event.connection_id as connectionId",
      "event.external_id as externalId",
    ])
    .where("event.state", "=", "pending")
    .where("event.next_attempt_at", "<=", now)
    .where((row) => row.or([row("event.lease_until", "is", null), row("event.lease_until", "<=", now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("connection_events as earlier")
            .select("earlier.id")
            .whereRef("earlier.connection_id", "=", "event.connection_id")
            .whereRef("earlier.external_id", "=", "event.external_id")
            .whereRef("earlier.id", "<", "event.id")
            .where("earlier.state", "=", "pending"),
        ),
      ),
    )
    .orderBy("event.next_attempt_at")
    .orderBy("event.id")
    .limit(most),
);

/**
 * Locks an event that is pending until the transaction ends. Null if it is not pending any more, or another transaction has
 * it.
 */
export async function claimEvent(tx: Tx, id: number): Promise<ConnectionEvent | null> {
  const pending = tx.selectFrom("connection_events").select(eventColumns).where("id", "=", id);
  return (await claiming(tx, pending.where("state", "=", "pending")).executeTakeFirst()) ?? null;
}

/** Holds a pending event for this server until `until`, so that no other asks the shop meanwhile. Returns whether it does. */
export async function leaseEvent(tx: Tx, id: number, now: Instant, until: Instant): Promise<boolean> {
  const leased = await tx
    .updateTable("connection_events")
    .set({ lease_until: until })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where((row) => row.or([row("lease_until", "is", null), row("lease_until", "<=", now)]))
    .returning("id")
    .executeTakeFirst();
  return leased !== undefined;
}

/** Keeps what the shop answered, and ends the lease. */
export async function keepFetched(tx: Tx, id: number, fetched: string | null): Promise<void> {
  await tx.updateTable("connection_events").set({ fetched, lease_until: null }).where("id", "=", id).execute();
}

/** What needs the owner is looked at once: the newest event about an order of a shop stands for all earlier ones. */
export async function endEarlierAttention(
  tx: Tx,
  { connectionId, externalId }: { connectionId: number; externalId: string },
  orderId: number | null,
): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set({ state: "done", order_id: orderId })
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .where("state", "=", "needs_attention")
    .execute();
}

/** How an event ended; `orderId` is the row number of the order that it is about here. */
export interface Outcome {
  state: "done" | "ignored" | "failed" | "needs_attention";
  note: string | null;
  orderId: number | null;
}

export async function endEvent(tx: Tx, id: number, { state, note, orderId }: Outcome): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set({ state, note, order_id: orderId, lease_until: null })
    .where("id", "=", id)
    .execute();
}

/** Puts an event off until `at`, with a word about why. */
export async function postponeEvent(tx: Tx, id: number, note: string, at: Instant): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), note, next_attempt_at: at, lease_until: null }))
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();
}

/** Makes an event be processed once more, from what arrived. */
export async function repeatEvent(tx: Tx, id: number, now: Instant): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set({ state: "pending", attempts: 0, note: null, fetched: null, next_attempt_at: now, lease_until: null })
    .where("id", "=", id)
    .execute();
}

export async function eventById(reader: Reader, accountId: number, id: number): Promise<ConnectionEvent | null> {
  const events = reader.selectFrom("connection_events").select(eventColumns).where("id", "=", id);
  return (await events.where("account_id", "=", accountId).executeTakeFirst()) ?? null;
}

const listedColumns = eventColumns.filter(
  (column): column is Exclude<typeof column, "headers" | "body" | "encoding" | "fetched"> =>
    !["headers", "body", "encoding", "fetched"].includes(column),
);

/** An event as a list shows it, without what it holds. */
export type ListedEvent = Omit<ConnectionEvent, "headers" | "body" | "encoding" | "fetched">;

/** A page of the account's events, newest first, and how many there are: of one connection, or those that need the owner. */
export async function listEvents(
  reader: Reader,
  accountId: number,
  { connectionId, needsAttention = false }: { connectionId?: number; needsAttention?: boolean },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ events: ListedEvent[]; total: number }> {
  let all = reader.selectFrom("connection_events").where("account_id", "=", accountId);
  if (connectionId !== undefined) all = all.where("connection_id", "=", connectionId);
  // As the index `connection_events_attention` has it.
  if (needsAttention) all = all.where(sql<boolean>`state in ('needs_attention', 'failed')`);
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const events = await all.select(listedColumns).orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { events, total };
}

/** How many events of the connection need the owner. */
export async function eventsNeedingAttention(reader: Reader, accountId: number, connectionId: number): Promise<number> {
  const { count } = await reader
    .selectFrom("connection_events")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("connection_id", "=", connectionId)
    .where(sql<boolean>`state in ('needs_attention', 'failed')`)
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest event of the connection; null for none. */
export async function newestEvent(
  reader: Reader,
  connectionId: number,
): Promise<Pick<ConnectionEvent, "id" | "receivedAt"> | null> {
  const events = reader
    .selectFrom("connection_events")
    .select(["id", "received_at as receivedAt"])
    .where("connection_id", "=", connectionId);
  return (await events.orderBy("id", "desc").limit(1).executeTakeFirst()) ?? null;
}

/** Notes that all events about an order of a shop are about this order here (row number): they go with it. */
export async function linkEvents(
  tx: Tx,
  { connectionId, externalId }: { connectionId: number; externalId: string },
  orderId: number,
): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set({ order_id: orderId })
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .execute();
}

/**
 * Removes up to `limit` events of the connections that are about no order: what they hold on whom, nobody knows. Returns whether
 * there may be more.
 */
export async function forgetEventsAboutNoOrder(tx: Tx, connectionIds: number[], limit: number): Promise<boolean> {
  if (connectionIds.length === 0) return false;
  const found = await tx
    .selectFrom("connection_events")
    .select("id")
    .where("connection_id", "in", connectionIds)
    .where("external_id", "is", null)
    .where("state", "!=", "pending")
    .limit(limit)
    .execute();
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("connection_events").where("id", "in", ids).execute();
  return ids.length === limit;
}

/** Removes the events about these orders (row numbers): they hold the customer's data. */
export async function forgetEventsOfOrders(tx: Tx, orderIds: number[]): Promise<void> {
  if (orderIds.length > 0) await removeOfOrders(tx, { ids: JSON.stringify(orderIds) });
}

const removeOfOrders = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("connection_events").where("order_id", "in", valueSet(db, "integer", ids)),
);

/** Removes the events about an order of a shop. */
export async function forgetEventsOfShopOrder(tx: Tx, connectionId: number, externalId: string): Promise<void> {
  await tx
    .deleteFrom("connection_events")
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .execute();
}

/** Milliseconds for which events are kept (docs/privacy.md). */
const keptFor = 90 * 86_400_000;

/** Removes up to `limit` events that are old, and returns whether there may be more. What is not processed yet, or needs the owner, stays. */
export async function removeOldEvents(tx: Tx, now: Instant, limit: number): Promise<boolean> {
  const old = await tx
    .selectFrom("connection_events")
    .select("id")
    .where("received_at", "<", instant(now - keptFor))
    .where("state", "not in", ["pending", "needs_attention"])
    .orderBy("received_at")
    .limit(limit)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("connection_events").where("id", "in", ids).execute();
  return ids.length === limit;
}
