import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Instant } from "../../platform/instants.ts";
import { type EventKind, familyOf } from "./kinds.ts";

/** An event in a store. */
export interface NewEvent {
  accountId: number;
  kind: EventKind;
  /** Row number of its order: events of one order are delivered in their order. Null for none. */
  orderId: number | null;
  /** Row number of what the payload shows, such as a download. */
  subjectId: number | null;
  at: Instant;
  /**
   * Whether earlier records about the order are erased, as with every deletion. This happens even if no endpoint wants the event.
   */
  erases?: boolean;
}

/**
 * Writes events into the outbox, in the transaction that causes them. Once that is committed, a worker delivers them in this
 * order, but those of one kind together. Only writes events that some endpoint of the store wants; otherwise, nothing is read or
 * written. In code that every request runs, ask `wants` first, which costs nothing.
 */
export async function recordEvents(tx: Tx, events: NewEvent[]): Promise<void> {
  const groups = Map.groupBy(events, ({ accountId, kind }) => `${accountId} ${kind}`);
  for (const group of groups.values()) {
    const { accountId, kind } = group[0] as NewEvent;
    // One row for all events of a transaction, because parsing rows costs more than writing one.
    const happened = JSON.stringify(group.map(asHappened));
    const always = kind === "order.deleted" || group.some(({ erases }) => erases) ? 1 : 0;
    const patterns = { pattern: `%,${kind},%`, family: `%,${familyOf(kind)},%` };
    await insertIfWanted(tx, { accountId, kind, ...patterns, happened, always });
  }
}

/**
 * An event in the outbox: the row numbers of its order and of what it shows, its time, and 1 if it erases earlier records about
 * the order.
 */
export type Happened = [orderId: number | null, subjectId: number | null, at: Instant, erases?: 1];

const asHappened = ({ orderId, subjectId, at, erases }: NewEvent): Happened =>
  erases ? [orderId, subjectId, at, 1] : [orderId, subjectId, at];

/** Whether some endpoint of the store wants events of this kind; `webhookEvents` is the account's. */
export const wants = ({ webhookEvents }: { webhookEvents: string }, kind: EventKind): boolean =>
  webhookEvents !== "" && (webhookEvents.includes(`,${kind},`) || webhookEvents.includes(`,${familyOf(kind)},`));

type Insert = {
  accountId: number;
  kind: EventKind;
  pattern: string;
  family: string;
  happened: string;
  always: 0 | 1;
};

/** Crosses domains: whether the store wants the event is a condition of the same statement. */
const insertIfWanted = prepared<Insert, never>((db, { accountId, kind, pattern, family, happened, always }) =>
  db
    .insertInto("webhook_events")
    .columns(["account_id", "kind", "happened"])
    .expression(({ selectFrom }) =>
      selectFrom("accounts")
        .select("id")
        .select([sql<string>`cast(${kind} as text)`.as("kind"), sql<string>`cast(${happened} as text)`.as("happened")])
        .where("id", "=", accountId)
        .where(
          // An erasure is always written, because it also erases what was sent about the order.
          sql<boolean>`(webhook_events like ${pattern} or webhook_events like ${family}
              or (cast(${always} as integer) = 1 and webhook_events <> ''))`,
        ),
    ),
);
