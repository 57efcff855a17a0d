import { sql } from "kysely";
import { isPostgres } from "../../is-postgres.ts";
import type { Tables } from "./tables.ts";

/** A partition of `downloads`: numbers from `from` up to, but not including, `to`. */
export interface Partition {
  name: string;
  from: number;
  /** Null for the last partition, which takes all later numbers. */
  to: number | null;
}

/**
 * The partitions of `downloads` in order of their numbers; null if it is one table. Crosses domains: only this folder
 * knows how tables are stored.
 */
export async function partitionsOfDownloads(db: Tables): Promise<Partition[] | null> {
  if (!isPostgres(db)) return null;
  const { rows: parents } = await sql`
    select 1 from pg_class where oid = to_regclass('downloads') and relkind = 'p'`.execute(db);
  if (parents.length === 0) return null;
  const { rows } = await sql<{ name: string; bounds: string }>`
    select part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bounds
    from pg_inherits as link inner join pg_class as part on part.oid = link.inhrelid
    where link.inhparent = to_regclass('downloads')`.execute(db);
  return rows.map(partitionOf).toSorted((one, other) => one.from - other.from);
}

/** Bounds are written as `FOR VALUES FROM ('5000000') TO (MAXVALUE)`. */
function partitionOf({ name, bounds }: { name: string; bounds: string }): Partition {
  const match = /^FOR VALUES FROM \((?:MINVALUE|'(\d+)')\) TO \((?:MAXVALUE|'(\d+)')\)$/.exec(bounds);
  if (!match) throw new Error(`The partition ${name} has bounds that Waybill does not make: ${bounds}`);
  return { name, from: Number(match[1] ?? 0), to: match[2] === undefined ? null : Number(match[2]) };
}

export const partitionName = (from: number) => `downloads_from_${from}`;

/**
 * The highest number that a download has ever had, even if it was deleted; 0 before the first. Crosses domains: only this folder
 * knows how tables are stored.
 */
export async function lastNumber(db: Tables): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest(pg_sequence_last_value(pg_get_serial_sequence('downloads', 'id')::regclass),
      (select max(id) from downloads), 0) as last`.execute(db);
  return rows[0]?.last ?? 0;
}
