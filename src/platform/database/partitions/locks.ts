import { sql } from "kysely";
import type { Tables } from "./tables.ts";

/** The number of the lock that keeps changes of partitions apart. */
const partitionLock = "2916408217436509814";

/** Milliseconds that a change waits for whoever uses a table. Meanwhile, everybody else who needs it waits behind the change. */
const usualPatience = 300;

/** What PostgreSQL says when a lock was not to be had in time, or never, because two transactions waited for each other. */
const lockTimeouts: unknown[] = ["55P03", "40P01"];

export const isLockTimeout = (error: unknown): boolean =>
  lockTimeouts.includes((error as { code?: unknown } | null)?.code);

/**
 * Lets nobody else use `downloads` until the transaction ends, and only one server change its partitions. Rejects if
 * somebody uses the table for longer than a moment (`isLockTimeout`).
 */
export async function lockDownloads(tx: Tables, patience = usualPatience): Promise<void> {
  await waitBriefly(tx, patience);
  await sql`select pg_advisory_xact_lock(${sql.lit(partitionLock)}::bigint)`.execute(tx);
  await sql`lock table downloads in access exclusive mode`.execute(tx);
}

/**
 * As `lockDownloads`, and lets nobody else write to the tables that downloads refer to, in the order in which others lock
 * them: before a table can refer to them.
 */
export async function lockWithReferences(tx: Tables): Promise<void> {
  await waitBriefly(tx);
  await sql`lock table accounts, products, orders, order_items in share row exclusive mode`.execute(tx);
  await lockDownloads(tx);
}

/** Lets the statements of this transaction wait for locks only for a moment. */
export async function waitBriefly(tx: Tables, patience = usualPatience): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${patience}ms`}, true)`.execute(tx);
}
