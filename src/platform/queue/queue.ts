import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Reader } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { rowCount } from "../database/row-count.ts";
import { valueSet } from "../database/row-set.ts";
import { earliest, type Instant, instant } from "../instants.ts";

/** Tables whose rows are work that several servers share. */
export type QueueTable = "emails" | "webhook_deliveries";

/**
 * How a table is a queue. A row is ready, deferred until `next_attempt_at`, or held by a worker until `lease_expires_at`, which is
 * null for all others. Each condition is written as in its index, so that both databases use it.
 */
export interface Queue<Table extends QueueTable = QueueTable> {
  table: Table;
  /** The column that counts how often a row was taken, which is the number of its latest lease. */
  leases: "attempts" | "leases";
  ready: RawBuilder<SqlBool>;
  deferred: RawBuilder<SqlBool>;
  held: RawBuilder<SqlBool>;
  /** Makes a deferred row ready: `column = value, …`. */
  makeReady: RawBuilder<unknown>;
}

/** Rows that one transaction makes ready; as many again of those that a wrong clock put off. */
const batchSize = 200;

/**
 * A condition on few rows that are found by their numbers. Hidden from the planner, which may otherwise read all that the
 * condition's index holds.
 */
export const hidden = (condition: RawBuilder<SqlBool>) => sql<boolean>`case when ${condition} then true else false end`;

/**
 * Makes ready what was deferred until `now` or earlier, and what was deferred for longer than `longestPause` milliseconds from now, which
 * only a wrong clock does. Ends early when `stopping` is aborted.
 */
export async function lineUpDeferred(
  db: Pick<Database, "read" | "write">,
  queue: Queue,
  { now, longestPause, stopping }: { now: Instant; longestPause: number; stopping?: AbortSignal },
): Promise<void> {
  const { table, deferred, makeReady } = queue;
  const farthest = instant(now + longestPause);
  const isDue = sql<SqlBool>`next_attempt_at <= ${now}`;
  const isFar = sql<SqlBool>`next_attempt_at > ${farthest}`;
  for (let more = true; more && !stopping?.aborted; ) {
    const rows = await firstDeferred(queue)(db.read, { now, farthest });
    if (rows.length > 0)
      await db.write((tx) => {
        const ids = valueSet(tx, "integer", JSON.stringify(rows.map(({ id }) => id)));
        const isStill = hidden(sql`${deferred} and (${isDue} or ${isFar})`);
        return sql`update ${sql.table(table)} set ${makeReady} where id in ${ids} and ${isStill}`.execute(tx);
      });
    more = rows.length >= batchSize;
  }
}

/** Deferred rows that are due, or deferred farther than any is. */
const firstDeferred = ofEachQueue(({ table, deferred }) =>
  prepared<{ now: Instant; farthest: Instant }, { id: number }>((db, { now, farthest }) => {
    // Two ranges of the index, which a condition with `or` would read to their ends.
    const first = (range: RawBuilder<SqlBool>) => sql`
      select id from (
        select id from ${sql.table(table)} where ${deferred} and ${range} order by next_attempt_at limit ${sql.lit(batchSize)}
      ) as found`;
    return sql<{ id: number }>`${first(sql`next_attempt_at <= ${now}`)}
      union all ${first(sql`next_attempt_at > ${farthest}`)}`.compile(db);
  }),
);

/** When the next row is due that is deferred, or the next lease ends; null if there is none. In the queue's indexes. */
export async function nextDue(reader: Reader, queue: Queue): Promise<Instant | null> {
  const [next] = await nextTimes(queue)(reader, {});
  return earliest(next?.attempt, next?.end);
}

const nextTimes = ofEachQueue(({ table, deferred }) =>
  prepared<Record<never, never>, { attempt: Instant | null; end: Instant | null }>((db) =>
    sql<{ attempt: Instant | null; end: Instant | null }>`select
      (select min(next_attempt_at) from ${sql.table(table)} where ${deferred}) as attempt,
      (select min(lease_expires_at) from ${sql.table(table)} where lease_expires_at is not null) as "end"`.compile(db),
  ),
);

/** Makes a query for each queue, once. */
function ofEachQueue<Query>(build: (queue: Queue) => Query): (queue: Queue) => Query {
  const built = new Map<QueueTable, Query>();
  return (queue) => {
    const query = built.get(queue.table) ?? build(queue);
    built.set(queue.table, query);
    return query;
  };
}

/**
 * How many rows of all accounts are ready, deferred, or held; each counted up to `most`, in an index of its own, whatever else the
 * table holds.
 */
export async function queueLengths(
  reader: Reader,
  { table, ready, deferred, held }: Queue,
  most: number,
): Promise<{ due: number; waiting: number; sending: number }> {
  const count = (condition: RawBuilder<SqlBool>) =>
    rowCount(reader, reader.selectFrom(table).select("id").where(condition).limit(most));
  const [due, waiting, sending] = await Promise.all([count(ready), count(deferred), count(held)]);
  return { due, waiting, sending };
}
