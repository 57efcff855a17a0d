import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { distinctValues } from "../../platform/database/distinct-values.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { earliest, type Instant } from "../../platform/instants.ts";
import { newTurns, type Places, shareTurns, type Turns } from "../../platform/queue/turns.ts";
import type { ConnectionEvent } from "./events.ts";

/** Connections to check in one step. If there are more, the next step continues with them. */
const mostConnections = 500;

/** Events of a connection to read in one check. */
const windowSize = 100;

/** The event, by time and row number, after which a check continues. */
interface Position {
  at: number;
  id: number;
}

const start: Position = { at: 0, id: 0 };

/** Whose turn it is, and where the next check of a connection continues if its events wait for others. */
export interface EventTurns {
  turns: Turns;
  behind: Map<number, Position>;
}

export const newEventTurns = (): EventTurns => ({ turns: newTurns(), behind: new Map() });

/** A connection with due events. */
export interface DueConnection {
  id: number;
  accountId: number;
}

export type DueEvent = Pick<ConnectionEvent, "id" | "accountId" | "connectionId">;

/**
 * Up to `most` due events, and the time when the next event is due, even if it waits for others or for room. Stores take turns,
 * and so do the connections of each store that have room in `places`; each connection's oldest events come first. An event waits
 * for all earlier ones about the same order of its shop.
 */
export async function dueEvents(
  reader: Reader,
  { turns, behind }: EventTurns,
  { now, most, places }: { now: Instant; most: number; places: Places<DueConnection> },
): Promise<{ events: DueEvent[]; nextAt: Instant | null }> {
  const isContinued = turns.after > 0;
  const waiting = await waitingOfEach(reader, { after: turns.after, most: mostConnections });
  turns.after = waiting.length === mostConnections ? (waiting.at(-1)?.id ?? 0) : 0;
  const ready = waiting.filter(({ dueAt }) => dueAt <= now);
  const events: DueEvent[] = [];
  for (const [connectionId, share] of shareTurns(turns, ready, places, most)) {
    events.push(...(await freeEvents(reader, behind, connectionId, { now, most: share })));
  }
  // A check that does not see all connections says nothing about the others.
  const nextAt = isContinued || turns.after > 0 ? now : earliest(...waiting.map(({ dueAt }) => dueAt));
  return { events, nextAt };
}

/**
 * The oldest events of a connection that wait for no other event. Looks at the first events and, so that many waiting ones do not
 * hide the rest, at those after the last check.
 */
async function freeEvents(
  reader: Reader,
  behind: Map<number, Position>,
  connectionId: number,
  { now, most }: { now: Instant; most: number },
): Promise<DueEvent[]> {
  const read = (after: Position) => eventsBehind(reader, { connectionId, now, ...after, most: windowSize });
  const first = await read(start);
  const free = first.filter(({ isFree }) => isFree).slice(0, most);
  const last = first.length < windowSize ? undefined : first.at(-1);
  if (last === undefined || free.length === most) {
    behind.delete(connectionId);
    return free;
  }
  const next = await read(behind.get(connectionId) ?? { at: last.nextAttemptAt, id: last.id });
  const known = new Set(free.map(({ id }) => id));
  const others = next.filter(({ id, isFree }) => isFree && !known.has(id)).slice(0, most - free.length);
  const end = others.length === most - free.length ? others.at(-1) : next.at(-1);
  if (end && (end !== next.at(-1) || next.length === windowSize)) {
    behind.set(connectionId, { at: end.nextAttemptAt, id: end.id });
  } else behind.delete(connectionId);
  return [...free, ...others];
}

/** Looks once into the index `connection_events_turns` for each connection, however many events wait for it. */
const waitingOfEach = prepared<{ after: number; most: number }, DueConnection & { dueAt: Instant }>(
  (db, { after, most }) => {
    // The same condition as in the index.
    const rows = sql`from connection_events where state = 'pending'`;
    return sql<DueConnection & { dueAt: Instant }>`
      with recursive ${distinctValues("waiting", "connection_id", rows, { after, most })}
      select waiting.value as id,
        (select account_id ${rows} and connection_id = waiting.value limit 1) as "accountId",
        (select min(next_attempt_at) ${rows} and connection_id = waiting.value) as "dueAt"
      from waiting where waiting.value is not null
      order by waiting.value`.compile(db);
  },
);

type Looked = DueEvent & { nextAttemptAt: Instant; isFree: number };

/** Due events of a connection after a position, in the order of the index `connection_events_turns`. */
const eventsBehind = prepared<{ connectionId: number; now: Instant; at: number; id: number; most: number }, Looked>(
  (db, { connectionId, now, at, id, most }) =>
    sql<Looked>`
      select event.id, event.account_id as "accountId", event.connection_id as "connectionId",
        event.next_attempt_at as "nextAttemptAt",
        case when (event.lease_expires_at is null or event.lease_expires_at <= ${now}) and not exists (
          select earlier.id from connection_events as earlier
          where earlier.connection_id = event.connection_id and earlier.external_id = event.external_id
            and earlier.id < event.id and earlier.state = 'pending'
        ) then 1 else 0 end as "isFree"
      from connection_events as event
      where event.state = 'pending' and event.connection_id = ${connectionId} and event.next_attempt_at <= ${now}
        and (event.next_attempt_at, event.id) > (${at}, ${id})
      order by event.next_attempt_at, event.id
      limit ${most}`.compile(db),
);
