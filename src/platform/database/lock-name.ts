import { sql } from "kysely";
import type { Tx } from "./database.ts";
import { needsRowLocks } from "./row-locks.ts";

/**
 * Locks these names until the transaction ends. Use it if there is no row to lock. Names are locked in a fixed order, so that two
 * transactions never wait for each other.
 */
export async function lockNames(tx: Tx, names: string[]): Promise<void> {
  if (!needsRowLocks(tx)) return;
  for (const name of [...new Set(names)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  }
}
