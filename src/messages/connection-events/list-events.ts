import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { type ConnectionEvent, eventColumns } from "./events.ts";

/** The same condition as in the index `connection_events_attention`, which is not used otherwise. */
const needsOwner = sql<boolean>`state in ('needs_attention', 'failed')`;

const listedColumns = eventColumns.filter(
  (column): column is Exclude<typeof column, "headers" | "body" | "encoding" | "fetched"> =>
    !["headers", "body", "encoding", "fetched"].includes(column),
);

/** An event as shown in lists, without its content. */
export type ListedEvent = Omit<ConnectionEvent, "headers" | "body" | "encoding" | "fetched">;

/**
 * One page of the account's events, newest first, and their total number: of one connection, about one order (row number), or
 * those that need the owner.
 */
export async function listEvents(
  reader: Reader,
  accountId: number,
  {
    connectionId,
    orderId,
    needsAttention = false,
  }: { connectionId?: number; orderId?: number; needsAttention?: boolean },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ events: ListedEvent[]; total: number }> {
  let all = reader.selectFrom("connection_events").where("account_id", "=", accountId);
  if (connectionId !== undefined) all = all.where("connection_id", "=", connectionId);
  if (orderId !== undefined) all = all.where("order_id", "=", orderId);
  if (needsAttention) all = all.where(needsOwner);
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const events = await all.select(listedColumns).orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { events, total };
}

/** The number of the connection's events that need the owner. */
export async function eventsNeedingAttention(reader: Reader, accountId: number, connectionId: number): Promise<number> {
  const { count } = await reader
    .selectFrom("connection_events")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("connection_id", "=", connectionId)
    .where(needsOwner)
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
