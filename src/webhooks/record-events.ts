import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet } from "../database/row-set.ts";
import type { Instant } from "../instants.ts";
import type { EventKind } from "./kinds.ts";

/** Something that happened in a store. */
export interface NewEvent {
  accountId: number;
  kind: EventKind;
  /** Row number of the order that it is about: events of one order are delivered in their order. Null for none. */
  orderId: number | null;
  /** Row number of what the payload shows, such as the download. */
  subjectId: number | null;
  at: Instant;
}

/**
 * Writes events into the outbox, in the transaction that makes them happen; a worker delivers them once that is committed, in
 * this order. Only those that some endpoint of the store wants are written, and nothing else is read or written. Where
 * every request comes by, ask `wants` first, which costs nothing.
 */
export async function recordEvents(tx: Tx, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event, position) => ({ ...event, position }));
  await insertWanted(tx, { rows: JSON.stringify(rows) });
}

/** Whether some endpoint of the store wants events of this kind; `webhookEvents` is the account's. */
export const wants = ({ webhookEvents }: { webhookEvents: string }, kind: EventKind): boolean =>
  webhookEvents !== "" && webhookEvents.includes(`,${kind},`);

const fields = {
  accountId: "integer",
  kind: "text",
  orderId: "integer",
  subjectId: "integer",
  at: "integer",
  position: "integer",
} as const;

/** Crosses domains: whether the store wants the event is a condition of the same statement. */
const insertWanted = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("webhook_events")
    .columns(["account_id", "kind", "order_id", "subject_id", "at"])
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "event", fields, rows))
        .innerJoin("accounts as account", "account.id", "event.accountId")
        .select(["event.accountId", "event.kind", "event.orderId", "event.subjectId"])
        .select(({ ref }) => ref("event.at").$castTo<Instant>().as("at"))
        .where(
          // A deletion is always told, because it also erases what was sent about the order.
          sql<boolean>`(account.webhook_events like '%,' || event.kind || ',%'
            or (event.kind = 'order.deleted' and account.webhook_events <> ''))`,
        )
        .orderBy("event.position"),
    ),
);
