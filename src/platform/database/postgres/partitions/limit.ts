import { sql } from "kysely";
import type { Database, Reader } from "../../database.ts";
import type { Partition } from "./layout.ts";
import { lockDownloads, waitBriefly } from "./locks.ts";

/** The number at which a server has started to end a partition, and whether all rows are proven to be below it. */
export interface Limit {
  name: string;
  end: number;
  isProved: boolean;
}

/** Null if no server has started. */
export async function limitOf(db: Reader, { name }: Partition): Promise<Limit | null> {
  const { rows } = await sql<{ name: string; isProved: boolean }>`
    select conname as name, convalidated as "isProved" from pg_constraint
    where conrelid = to_regclass(${name}) and starts_with(conname, ${`${name}_below_`})`.execute(db);
  const [row] = rows;
  return row ? { ...row, end: Number(row.name.split("_").at(-1)) } : null;
}

/** Proves that all numbers are below `end`, while others write. Does nothing if the partition has a limit. */
export async function addLimit(db: Database, last: Partition, end: number): Promise<Limit | null> {
  const part = sql.table(last.name);
  await db.write(async (tx) => {
    await lockDownloads(tx);
    if (await limitOf(tx, last)) return;
    const name = sql.ref(`${last.name}_below_${end}`);
    const from = last.from === 0 ? sql`` : sql`id >= ${sql.lit(last.from)} and`;
    await sql`alter table ${part} add constraint ${name} check (${from} id < ${sql.lit(end)}) not valid`.execute(tx);
  });
  const limit = await limitOf(db.autocommit, last);
  if (limit) await sql`alter table ${part} validate constraint ${sql.ref(limit.name)}`.execute(db.autocommit);
  return limit;
}

/** Waits briefly for others that use the partition (`isLockRefused`). Does nothing if it has no such limit. */
export async function removeLimit(tx: Reader, partition: string, limit: string): Promise<void> {
  await waitBriefly(tx);
  await sql`alter table ${sql.table(partition)} drop constraint if exists ${sql.ref(limit)}`.execute(tx);
}

/** The limit that rejected a download, with its partition; null for other errors. */
export function refusingLimit(error: unknown): { partition: string; limit: string } | null {
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown };
  if (code !== "23514" || typeof table !== "string" || typeof constraint !== "string") return null;
  return /^downloads_from_\d+_below_\d+$/.test(constraint) ? { partition: table, limit: constraint } : null;
}
