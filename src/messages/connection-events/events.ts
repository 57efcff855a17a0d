import { type Selection, sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { rowCount } from "../../platform/database/row-count.ts";
import { claiming } from "../../platform/database/row-locks.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { ConnectionEventsTable, Schema } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";

/** The columns of the table, as the fields of `ConnectionEvent`. */
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

/** The columns are explained in src/platform/database/schema/messages.ts. */
export type ConnectionEvent = Selection<Schema, "connection_events", (typeof eventColumns)[number]>;

/** A request from a shop, to be stored. */
export interface NewEvent {
  accountId: number;
  connectionId: number;
  source: ConnectionEventsTable["source"];
  topic: string;
  externalId: string | null;
  headers: Record<string, string>;
  body: Uint8Array;
  /** `pending`: it has to be processed. */
  state: "pending" | "ignored";
  /** Why it is ignored, as a sentence. */
  note?: string | null;
}

/** Stores a request from a shop, and returns its row number. */
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

/** The connection, and the shop's ID of the order that an event is about. */
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

/** Locks a pending event until the transaction ends. Null if it is no longer pending, or another transaction has it. */
export async function claimEvent(tx: Tx, id: number): Promise<ConnectionEvent | null> {
  const pending = tx.selectFrom("connection_events").select(eventColumns).where("id", "=", id);
  return (await claiming(tx, pending.where("state", "=", "pending")).executeTakeFirst()) ?? null;
}

/**
 * Leases a pending event to this server until `until`, so that no other asks the shop meanwhile. Returns whether this succeeded.
 */
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

/** Stores the shop's answer, and ends the lease. */
export async function keepFetched(tx: Tx, id: number, fetched: string | null): Promise<void> {
  await tx.updateTable("connection_events").set({ fetched, lease_expires_at: null }).where("id", "=", id).execute();
}

/** Only the newest event about an order of a shop needs the owner's attention; this ends the attention of all earlier ones. */
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

/** The result of an event. `orderId` is the row number of the order here that it is about. */
export interface Outcome {
  state: "done" | "ignored" | "failed" | "needs_attention";
  note: string | null;
  orderId: number | null;
}

/** Records the result of an event, and ends its lease. */
export async function endEvent(tx: Tx, id: number, { state, note, orderId }: Outcome): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set({ state, note, order_id: orderId, lease_expires_at: null })
    .where("id", "=", id)
    .execute();
}

/** Postpones an event until `at`, with the reason. */
export async function postponeEvent(tx: Tx, id: number, note: string, at: Instant): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), note, next_attempt_at: at, lease_expires_at: null }))
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();
}

/**
 * Has an event processed once more, from the stored request. Does nothing while another transaction has it: that one waits for
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

/** The same for these events, or for those of them that are in `state` and have no server asking about them. */
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

/** Up to `most` events of an account, after a row number, that failed or need attention. */
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
      // The same condition as in the index `connection_events_attention`.
      .where(sql<boolean>`state in ('needs_attention', 'failed')`)
      .orderBy("id")
      .limit(most)
      .execute()
  );
}

/** Up to `most` events of a connection that are due at a time or later. At that time itself, only those after a row number. */
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
      // The same condition as in the index `connection_events_turns`.
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

/** The row numbers of up to `most` events about an order of a shop, the newest ones. */
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

/** Moves the events about an order of a shop to another connection of the shop, except those that are not processed yet. */
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

/** Records that all events about an order of a shop are about this order here (row number). They are deleted with it. */
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
 * The connections with failed events that arrived by `before` and wait for another attempt; each with the arrival of its oldest
 * such event.
 */
export async function waitingConnections(reader: Reader, before: Instant): Promise<Map<number, Instant>> {
  const rows = await reader
    .selectFrom("connection_events")
    .select("connection_id as id")
    .select(({ fn }) => fn.min("received_at").as("since"))
    // The same condition as in the index `connection_events_turns`.
    .where(sql<boolean>`state = 'pending'`)
    .where("attempts", ">", 0)
    .where("received_at", "<=", before)
    .groupBy("connection_id")
    .execute();
  return new Map(rows.map(({ id, since }) => [id, since]));
}

/** The number of events of all connections that wait to be processed, now or later; counted up to `most`. */
export function pendingEventCount(reader: Reader, most: number): Promise<number> {
  // The same condition as in the index `connection_events_turns`.
  const pending = reader.selectFrom("connection_events").select("id").where(sql<boolean>`state = 'pending'`);
  return rowCount(reader, pending.limit(most));
}
