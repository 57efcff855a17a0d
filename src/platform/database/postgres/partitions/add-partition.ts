import { type RawBuilder, sql } from "kysely";
import type { Database, Reader } from "../../database.ts";
import { isLockRefused } from "../table-locks.ts";
import { lastNumber, type Partition, partitionName, partitionsOfDownloads } from "./layout.ts";
import { addLimit, type Limit, limitOf, removeLimit } from "./limit.ts";
import { lockWithReferences } from "./locks.ts";
import type { Tables } from "./tables.ts";

/** PostgreSQL's code when another server has just removed the limit. */
const missingObject = "42704";

/** Downloads per partition: about a month of a store with 60 million a year. */
const usualSize = 5_000_000;

/**
 * Adds a partition to `downloads` once half of the previous one is used. The last partition takes all later numbers, so
 * no download waits for this. Several servers may run it at once; if one is stopped halfway, the next continues. Does
 * nothing if the table has no partitions, or is in use for long. Resolves with whether a partition was added.
 */
export async function addPartitionIfDue(db: Database, size = usualSize): Promise<boolean> {
  const last = (await partitionsOfDownloads(db.autocommit))?.at(-1);
  if (!last) return false;
  const number = await lastNumber(db.autocommit);
  if (number < last.from - stepAt(number, size) / 2) return false;
  try {
    const isAdded = (await isEmpty(db.autocommit, last))
      ? await db.write((tx) => addAhead(tx, size))
      : await divide(db, last, number, size);
    // PostgreSQL analyzes partitions automatically, but not the whole table.
    if (isAdded) await sql`analyze downloads`.execute(db.autocommit);
    return isAdded;
  } catch (error) {
    if (isLockRefused(error) || (error as { code?: unknown }).code === missingObject) return false;
    throw error;
  }
}

/** Partitions grow with the table: with more of them, a query that looks into each one takes longer. */
const stepAt = (number: number, size: number) => size * Math.max(1, Math.floor(number / (10 * size)));

/** If the last partition is empty, ends it. Resolves with whether it did. */
async function addAhead(tx: Tables, size = usualSize): Promise<boolean> {
  await lockWithReferences(tx);
  const last = (await partitionsOfDownloads(tx))?.at(-1);
  const number = await lastNumber(tx);
  const step = stepAt(number, size);
  if (!last || number < last.from - step / 2 || !(await isEmpty(tx, last))) return false;
  await endAt(tx, last, Math.max(Math.ceil(last.from / size), Math.floor(number / size)) * size + step);
  return true;
}

/** Ends the last partition, which has rows, well ahead of the present numbers. */
async function divide(db: Database, last: Partition, number: number, size: number): Promise<boolean> {
  const step = stepAt(number, size);
  const old = await limitOf(db.autocommit, last);
  // This limit is from a server that was stopped long ago.
  if (old && old.end - number < step / 8) await db.write((tx) => removeLimit(tx, last.name, old.name));
  const limit = await addLimit(db, last, Math.ceil((number + step / 4) / size) * size);
  if (!limit) return false;
  let isDivided = false;
  try {
    isDivided = await db.write((tx) => endAtLimit(tx, last, limit));
  } finally {
    if (!isDivided) await db.write((tx) => removeLimit(tx, last.name, limit.name));
  }
  return isDivided;
}

/**
 * With the proof, no row is read. Without it, all downloads would have to wait until every row was read, so nothing is changed.
 */
async function endAtLimit(tx: Reader, last: Partition, { name, end }: Limit): Promise<boolean> {
  await lockWithReferences(tx);
  const now = (await partitionsOfDownloads(tx))?.at(-1);
  const limit = await limitOf(tx, last);
  if (now?.name !== last.name || limit?.name !== name || !limit.isProved) return false;
  await endAt(tx, last, end);
  await removeLimit(tx, last.name, name);
  return true;
}

/** Starts the next partition where the last one ends. */
async function endAt(tx: Tables, last: Partition, end: number): Promise<void> {
  const [part, next] = [sql.table(last.name), sql.table(partitionName(end))];
  await sql`alter table downloads detach partition ${part}`.execute(tx);
  await sql`alter table downloads attach partition ${part} ${range(last.from, end)}`.execute(tx);
  await sql`create table ${next} partition of downloads ${range(end, null)}`.execute(tx);
  await copyReferences(tx, last.name, partitionName(end));
}

/**
 * Each partition has its own references. If the parent table had them, a table could be attached only while nobody uses the
 * referenced tables, because PostgreSQL then moves their triggers.
 */
async function copyReferences(tx: Tables, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${from}::regclass and contype = 'f'`.execute(tx);
  for (const { name, definition } of rows) {
    await sql`alter table ${sql.table(to)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx);
  }
}

function range(from: number, to: number | null): RawBuilder<unknown> {
  const lowest = from === 0 ? sql`minvalue` : sql.lit(from);
  return sql`for values from (${lowest}) to (${to === null ? sql`maxvalue` : sql.lit(to)})`;
}

async function isEmpty(db: Tables, { name }: Partition): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
  return rows.length === 0;
}
