import { type Selection, sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { rowCount } from "../../platform/database/row-count.ts";
import { claiming } from "../../platform/database/row-locks.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { ConnectionEventsTable, Schema } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";

/** Of the table, as the fields of `ConnectionEvent`. */
export const eventColumns = [
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

/** Whether any server can process the event now. */
export async function isDue(reader: Reader, { id }: Pick<ConnectionEvent, "id">, now: Instant): Promise<boolean> {
  const due = await reader
    .selectFrom("connection_events")
    .select("id")
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where("next_attempt_at", "<=", now)
    .where("lease_expires_at", "is", null)
    .executeTakeFirst();
  return due !== undefined;
}

/** What its columns mean is written in src/platform/database/schema/messages.ts. */
export type ConnectionEvent = Selection<Schema, "connection_events", (typeof eventColumns)[number]>;

/** What a shop sent, to be stored. */
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
  /** Why it is ignored, in a sentence. */
  note?: string | null;
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
      note: event.note ?? null,
      next_attempt_at: now,
      lease_expires_at: null,
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

/** The connection, and the ID in the shop of the order that an event is about. */
export function subjectOf(
  reader: Reader,
  id: number,
): Promise<Pick<ConnectionEvent, "connectionId" | "externalId"> | undefined> {
  return reader
    .selectFrom("connection_events")
    .select(["connection_id as connectionId", "external_id as externalId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

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
    .set({ lease_expires_at: until })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where((row) => row.or([row("lease_expires_at", "is", null), row("lease_expires_at", "<=", now)]))
    .returning("id")
    .executeTakeFirst();
  return leased !== undefined;
}

/** Keeps what the shop answered, and ends the lease. */
export async function keepFetched(tx: Tx, id: number, fetched: string | null): Promise<void> {
  await tx.updateTable("connection_events").set({ fetched, lease_expires_at: null }).where("id", "=", id).execute();
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

/** Records how an event ended, and ends its lease. */
export async function endEvent(tx: Tx, id: number, { state, note, orderId }: Outcome): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set({ state, note, order_id: orderId, lease_expires_at: null })
    .where("id", "=", id)
    .execute();
}

/** Puts an event off until `at`, with a word about why. */
export async function postponeEvent(tx: Tx, id: number, note: string, at: Instant): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), note, next_attempt_at: at, lease_expires_at: null }))
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();
}

/**
 * Makes an event be processed once more, from what arrived. Does nothing while another transaction has it: that one waits for
 * the shop's order, which the caller has locked, and processes the event then.
 */
export async function repeatEvent(tx: Tx, id: number, now: Instant): Promise<void> {
  const free = tx.selectFrom("connection_events").select("id").where("id", "=", id);
  if (!(await claiming(tx, free).executeTakeFirst())) return;
  await tx
    .updateTable("connection_events")
    .set({ state: "pending", attempts: 0, note: null, fetched: null, next_attempt_at: now, lease_expires_at: null })
    .where("id", "=", id)
    .execute();
}

/** Likewise these events, or those of them that are in `state` and that no server asks about. */
export async function repeatEvents(tx: Tx, ids: number[], now: Instant, state?: "failed" | "pending"): Promise<void> {
  if (ids.length === 0) return;
  const repeated = tx
    .updateTable("connection_events")
    .set({ state: "pending", attempts: 0, note: null, fetched: null, next_attempt_at: now, lease_expires_at: null })
    .where("id", "in", valueSet(tx, "integer", JSON.stringify(ids)));
  const some =
    state === undefined ? repeated : repeated.where("state", "=", state).where("lease_expires_at", "is", null);
  await some.execute();
}

/** Events of an account behind a row number that failed, or need attention, up to `most`. */
export function problemEvents(
  reader: Reader,
  accountId: number,
  after: number,
  most: number,
): Promise<Pick<ConnectionEvent, "id" | "connectionId">[]> {
  return (
    reader
      .selectFrom("connection_events")
      .select(["id", "connection_id as connectionId"])
      .where("account_id", "=", accountId)
      .where("id", ">", after)
      // Written as in the index `connection_events_attention`.
      .where(sql<boolean>`state in ('needs_attention', 'failed')`)
      .orderBy("id")
      .limit(most)
      .execute()
  );
}

/** Events of a connection that are tried at a time or later, up to `most`: those of that time behind a row number. */
export function waitingEvents(
  reader: Reader,
  connectionId: number,
  { at, after }: { at: Instant; after: number },
  most: number,
): Promise<Pick<ConnectionEvent, "id" | "nextAttemptAt">[]> {
  return (
    reader
      .selectFrom("connection_events")
      .select(["id", "next_attempt_at as nextAttemptAt"])
      // Written as in the index `connection_events_turns`.
      .where(sql<boolean>`state = 'pending'`)
      .where("connection_id", "=", connectionId)
      .where("next_attempt_at", ">=", at)
      .where((row) => row.or([row("next_attempt_at", ">", at), row("id", ">", after)]))
      .orderBy("next_attempt_at")
      .orderBy("id")
      .limit(most)
      .execute()
  );
}

/** The row numbers of the newest events about an order of a shop, up to `most`. */
export async function newestEventIds(
  reader: Reader,
  { connectionId, externalId }: { connectionId: number; externalId: string },
  most: number,
): Promise<number[]> {
  const rows = await reader
    .selectFrom("connection_events")
    .select("id")
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Up to `most` events about an order of a shop, the newest ones. */
export function eventsOfShopOrder(
  reader: Reader,
  { connectionId, externalId }: { connectionId: number; externalId: string },
  most: number,
): Promise<ConnectionEvent[]> {
  return reader
    .selectFrom("connection_events")
    .select(eventColumns)
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/** The events about an order here (row number), oldest first. */
export function eventsOfOrder(reader: Reader, orderId: number): Promise<ConnectionEvent[]> {
  const events = reader.selectFrom("connection_events").select(eventColumns).where("order_id", "=", orderId);
  return events.orderBy("id").execute();
}

/** An event of the account; null if it has none with this row number. */
export async function eventById(reader: Reader, accountId: number, id: number): Promise<ConnectionEvent | null> {
  const events = reader.selectFrom("connection_events").select(eventColumns).where("id", "=", id);
  return (await events.where("account_id", "=", accountId).executeTakeFirst()) ?? null;
}

/** The newest event of a connection that is about an order; null if it has none. */
export async function newestEventOf(reader: Reader, connectionId: number): Promise<ConnectionEvent | null> {
  const event = await reader
    .selectFrom("connection_events")
    .select(eventColumns)
    .where("connection_id", "=", connectionId)
    .where("external_id", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return event ?? null;
}

/** Gives the events about an order of a shop to another connection of the shop, but for those that are not processed yet. */
export async function moveEvents(
  tx: Tx,
  { connectionId, externalId }: { connectionId: number; externalId: string },
  to: number,
): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set({ connection_id: to })
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .where("state", "!=", "pending")
    .execute();
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
 * The connections with events that arrived by `before`, failed, and wait to be tried again; with the time at which the oldest of
 * these arrived.
 */
export async function waitingConnections(reader: Reader, before: Instant): Promise<Map<number, Instant>> {
  const rows = await reader
    .selectFrom("connection_events")
    .select("connection_id as id")
    .select(({ fn }) => fn.min("received_at").as("since"))
    // Written as in the index `connection_events_turns`.
    .where(sql<boolean>`state = 'pending'`)
    .where("attempts", ">", 0)
    .where("received_at", "<=", before)
    .groupBy("connection_id")
    .execute();
  return new Map(rows.map(({ id, since }) => [id, since]));
}

/** How many events of all connections wait to be processed, now or later; counted up to `most`. */
export function pendingEventCount(reader: Reader, most: number): Promise<number> {
  // Written as in the index `connection_events_turns`.
  const pending = reader.selectFrom("connection_events").select("id").where(sql<boolean>`state = 'pending'`);
  return rowCount(reader, pending.limit(most));
}
