import { sql } from "kysely";
import type { Database } from "../../database.ts";
import { isPostgres } from "../../is-postgres.ts";
import { isLockRefused } from "../table-locks.ts";
import { addPartitionIfDue } from "./add-partition.ts";
import { partitionDownloads } from "./convert.ts";
import { type Partition, partitionsOfDownloads } from "./layout.ts";

/** Attempts to lock the table while others use it, and the milliseconds between them. */
const attempts = 40;
const pause = 1_000;

/**
 * Milliseconds that an attempt waits while new requests wait behind it; later attempts wait longer. Less than a second,
 * after which PostgreSQL ends one of two transactions that wait for each other.
 */
const patienceOf = (attempt: number) => Math.min(100 * attempt, 900);

/** The table was in use during all attempts, for example by a backup. */
export class TableKept extends Error {}

/**
 * Partitions the table `downloads` while servers record downloads, and resolves with its partitions. If it already has
 * partitions, only adds one that is due. Null on SQLite. Throws `TableKept`, or the errors of `partitionDownloads`; then nothing
 * has changed.
 */
export async function partitionExisting(db: Database, size?: number): Promise<Partition[] | null> {
  if (!isPostgres(db.autocommit)) return null;
  for (let attempt = 1; ; attempt++) {
    try {
      await db.write((tx) => partitionDownloads(tx, patienceOf(attempt)));
      break;
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      if (attempt === attempts) throw new TableKept();
    }
    await Bun.sleep(pause);
  }
  await sql`analyze downloads`.execute(db.autocommit);
  await addPartitionIfDue(db, size);
  return partitionsOfDownloads(db.autocommit);
}
