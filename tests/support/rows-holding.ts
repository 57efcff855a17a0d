import { sql } from "kysely";
import type { Database } from "../../src/platform/database/database.ts";

/** Which tables of the database, SQLite's or PostgreSQL's, hold one of the texts in any case: "TABLE: TEXT". */
export async function rowsHolding(db: Database, database: string, texts: string[]): Promise<string[]> {
  const { rows: tables } =
    database === "sqlite"
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db.read)
      : await sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema()`.execute(db.read);
  const found: string[] = [];
  for (const table of tables) {
    if (table.name.startsWith("sqlite_")) continue;
    const { rows } = await sql`select * from ${sql.table(table.name)}`.execute(db.read);
    for (const row of rows) {
      const text = JSON.stringify(row).toLowerCase();
      for (const one of texts) if (text.includes(one.toLowerCase())) found.push(`${table.name}: ${one}`);
    }
  }
  return [...new Set(found)].toSorted();
}
