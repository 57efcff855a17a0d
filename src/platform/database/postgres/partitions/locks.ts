import { sql } from "kysely";
import type { Tables } from "./tables.ts";

/** The advisory lock that separates changes of partitions. */
const partitionLock = "2916408217436509814";

/** Milliseconds that a change waits for others that use a table. Everyone else who needs the table waits behind it. */
const usualPatience = 300;

/**
 * Locks `downloads` until the transaction ends, so that only one server changes its partitions. Rejects if others use
 * the table for longer than a moment (`isLockRefused`).
 */
export async function lockDownloads(tx: Tables, patience = usualPatience): Promise<void> {
  await waitBriefly(tx, patience);
  await sql`select pg_advisory_xact_lock(${sql.lit(partitionLock)}::bigint)`.execute(tx);
  await sql`lock table downloads in access exclusive mode`.execute(tx);
}

/**
 * Like `lockDownloads`, and also blocks writes to the tables that downloads refer to, in the order in which others lock
 * them. Needed before a table can refer to them.
 */
export async function lockWithReferences(tx: Tables): Promise<void> {
  await waitBriefly(tx);
  await sql`lock table accounts, products, orders, order_items in share row exclusive mode`.execute(tx);
  await lockDownloads(tx);
}

/** Lets the statements of this transaction wait only briefly for locks. */
export async function waitBriefly(tx: Tables, patience = usualPatience): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${patience}ms`}, true)`.execute(tx);
}
