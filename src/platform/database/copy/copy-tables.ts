import { type Kysely, sql } from "kysely";
import { continueRowNumbers, insertRows, lastRowNumbers, rowsOf } from "./rows.ts";
import type { Table } from "./tables.ts";

/** The progress of a copy or a comparison. */
interface CopyProgress {
  table: string;
  /** Rows of all tables: copied so far, and in total. */
  done: number;
  total: number;
}

export type OnProgress = (progress: CopyProgress) => void;

/**
 * Copies every row of the tables, and continues the row numbers of `from`. The tables in `to` must be empty except for
 * rows that migrations have inserted; those are replaced.
 */
export async function copyTables(
  from: Kysely<never>,
  to: Kysely<never>,
  tables: Table[],
  onProgress: OnProgress = () => {},
): Promise<void> {
  const total = sumOf(await countRows(from, tables));
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(to);
  let done = 0;
  for (const table of tables) {
    for await (const rows of rowsOf(from, table)) {
      await insertRows(to, table, rows);
      done += rows.length;
      onProgress({ table: table.name, done, total });
    }
  }
  await continueRowNumbers(to, await lastRowNumbers(from, tables));
}

/** How many rows each table has. */
export async function countRows(db: Kysely<never>, tables: Table[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.count ?? 0);
  }
  return counts;
}

export const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
