import { PostgresAdapter, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";
import { codeOf, isLockTimeout, setLockTimeout } from "./table-locks.ts";

/** Milliseconds for which requests may wait behind the change of a table; less than PostgreSQL takes to find a deadlock. */
const patience = 500;

/** How often each table is tried to be had. */
const tries = 20;

/** The tables that refer, and those that are referred to. */
const slow: [from: keyof Schema, to: keyof Schema][] = [
  ["downloads", "order_items"],
  ["allowances", "files"],
  ["order_items", "products"],
];

/** The partitions of a table have references of their own. */
const isReference = ([from, to]: (typeof slow)[number]) => sql`(confrelid = to_regclass(${to}) and (
  conrelid = to_regclass(${from}) or conrelid in (select inhrelid from pg_inherits where inhparent = to_regclass(${from}))))`;

/**
 * Drops the references of PostgreSQL that have no index on their column and hold many rows: for each row that is deleted, it would
 * read all of the table that refers to it. What refers to a row is deleted before it anyway. Does nothing if there are none, and
 * leaves one whose tables are never free: then deleting is slow. On SQLite, `writeUnchecked` leaves them out.
 */
export async function dropSlowReferences(db: Pick<Database, "read" | "write">): Promise<void> {
  if (!(db.read.getExecutor().adapter instanceof PostgresAdapter)) return;
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'f' and (${sql.join(slow.map(isReference), sql` or `)})`.execute(db.read);
  for (const { table, name } of rows) {
    for (let left = tries; left > 0 && !(await drop(db, table, name)); left--);
  }
}

/** Returns false if others have used a table all the time. `table` is as PostgreSQL writes it, with quotes where needed. */
async function drop(db: Pick<Database, "write">, table: string, name: string): Promise<boolean> {
  try {
    await db.write(async (tx) => {
      await setLockTimeout(tx as never, patience);
      await sql`alter table ${sql.raw(table)} drop constraint if exists ${sql.id(name)}`.execute(tx);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error) || codeOf(error) === "40P01") return false;
    throw error;
  }
}
