import { type Compilable, sql, type UpdateQueryBuilder, type UpdateResult } from "kysely";
import type { Database, Reader } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { claiming } from "../database/row-locks.ts";
import { valueSet } from "../database/row-set.ts";
import type { Schema } from "../database/schema.ts";
import { hourMilliseconds } from "../days.ts";
import { type Instant, instant } from "../instants.ts";
import { hidden, type Queue, type QueueTable } from "./queue.ts";

type Update<Table extends QueueTable> = UpdateQueryBuilder<Schema, Table, Table, UpdateResult>;

/**
 * Returns what takes those of the rows `ids` that are ready, for `duration` milliseconds from `now`. With several servers on one
 * database another may have been faster, as each row is taken once: `found` is how many it tried to take. `returning` says what is
 * read of them.
 */
export function taking<Table extends QueueTable, Row>(
  { table, leases, ready }: Queue<Table>,
  returning: (taken: Update<Table>) => Compilable<Row>,
) {
  const take = prepared<{ ids: string; until: Instant }, Row>((db, { ids, until }) => {
    const rows = db
      .selectFrom<QueueTable>(table)
      .select("id")
      .where("id", "in", valueSet(db, "integer", ids));
    const taken = db
      .updateTable<QueueTable>(table)
      .set("lease_expires_at", until)
      .set(sql.ref(leases), sql`${sql.ref(leases)} + 1`)
      .where("id", "in", claiming(db, rows.where(hidden(ready))));
    return returning(taken as unknown as Update<Table>);
  });
  return async (
    db: Pick<Database, "write">,
    ids: number[],
    { now, duration }: { now: Instant; duration: number },
  ): Promise<{ found: number; claimed: Row[] }> => {
    if (ids.length === 0) return { found: 0, claimed: [] };
    const values = { ids: JSON.stringify(ids), until: instant(now + duration) };
    return { found: ids.length, claimed: await db.write((tx) => take(tx, values)) };
  };
}

/** An update of the row `id`, if the lease with this number still holds it. */
export function heldBy<Table extends QueueTable>(
  db: Reader,
  { table, leases }: Queue<Table>,
  { id, lease }: { id: number; lease: number },
): Update<Table> {
  const held = db
    .updateTable<QueueTable>(table)
    .where("id", "=", id)
    .where(sql.ref<number>(leases), "=", lease)
    .where("lease_expires_at", "is not", null);
  return held as unknown as Update<Table>;
}

/** Leases that one pass ends. */
const batchSize = 200;

/** Milliseconds from now after which no lease ends, unless it was taken by a clock that was wrong. */
const farthestEnd = hourMilliseconds;

/**
 * Ends leases of dead workers, so that others can take the rows: those that expired before `now`, or that a wrong clock gave an end
 * far ahead, but not those of the rows `except`.
 */
export async function returnExpiredLeases(
  db: Pick<Database, "read" | "write">,
  table: QueueTable,
  now: Instant,
  except: number[] = [],
): Promise<void> {
  const farthest = instant(now + farthestEnd);
  const rows = await leasesOver[table](db.read, { now, farthest, except: JSON.stringify(except) });
  if (rows.length === 0) return;
  const ids = sql.join(rows.map(({ id }) => id));
  await db.write((tx) =>
    sql`update ${sql.table(table)} set lease_expires_at = null where id in (${ids}) and ${isOver({ now, farthest })}`.execute(
      tx,
    ),
  );
}

/** `is not null` is the condition of the index on either table. */
const isOver = ({ now, farthest }: { now: Instant; farthest: Instant }) =>
  sql<boolean>`lease_expires_at is not null and (lease_expires_at < ${now} or lease_expires_at > ${farthest})`;

const leasesOver = { emails: leasesOverIn("emails"), webhook_deliveries: leasesOverIn("webhook_deliveries") };

function leasesOverIn(table: QueueTable) {
  return prepared<{ now: Instant; farthest: Instant; except: string }, { id: number }>(
    (db, { now, farthest, except }) =>
      db
        .selectFrom<QueueTable>(table)
        .select("id")
        .where(isOver({ now, farthest }))
        .where("id", "not in", valueSet(db, "integer", except))
        .limit(sql.lit(batchSize)),
  );
}

/**
 * Ends all leases, those of a process that has died. Only for the only process on a database, before its workers start: it
 * would take rows that another process works on.
 */
export async function releaseLeases(db: Pick<Database, "write">, table: QueueTable): Promise<void> {
  await db.write((tx) =>
    sql`update ${sql.table(table)} set lease_expires_at = null where lease_expires_at is not null`.execute(tx),
  );
}
