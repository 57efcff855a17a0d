import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/*
 * References of PostgreSQL that have no index on their column and hold many rows: for each row that is deleted, it read all of the
 * table that refers to it. What refers to a row is deleted before it anyway. SQLite leaves references out where rows are deleted
 * (`writeUnchecked`).
 */

export const downloadsWithoutItems: SchemaMigration = (db) => dropReferences(db, "downloads", "order_items");

export const allowancesWithoutFiles: SchemaMigration = (db) => dropReferences(db, "allowances", "files");

export const itemsWithoutProducts: SchemaMigration = (db) => dropReferences(db, "order_items", "products");

async function dropReferences(db: Kysely<unknown>, from: string, to: string): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  // The partitions of a table have references of their own. The names of tables are as PostgreSQL writes them, with quotes where needed.
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'f' and confrelid = to_regclass(${to}) and (
      conrelid = to_regclass(${from}) or conrelid in (select inhrelid from pg_inherits where inhparent = to_regclass(${from}))
    )`.execute(db);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.raw(table)} drop constraint if exists ${sql.id(name)}`.execute(db);
  }
}
