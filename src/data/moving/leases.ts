import type { Selection } from "kysely";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";

const columns = ["id", "account_id as accountId", "source", "credentials", "dry_run as dryRun", "actor"] as const;

/** A run that this server works on. */
export type LeasedRun = Selection<Schema, "move_runs", (typeof columns)[number]>;

/** The oldest run that no server works on; null for none. */
export async function waitingRun(reader: Reader, now: Instant): Promise<number | null> {
  const found = await unleased(reader, now).orderBy("id").limit(1).executeTakeFirst();
  return found?.id ?? null;
}

/** When the next lease of a running move ends; null if there is none. */
export async function nextLeaseEnd(reader: Reader): Promise<Instant | null> {
  const next = reader.selectFrom("move_runs").select(({ fn }) => fn.min("lease_expires_at").as("at"));
  return (await next.where("state", "=", "running").executeTakeFirst())?.at ?? null;
}

/** Leases the run to this server until `until`. Null if another server has it, or it has ended. */
export async function leaseRun(tx: Tx, id: number, now: Instant, until: Instant): Promise<LeasedRun | null> {
  const leased = await tx
    .updateTable("move_runs")
    .set({ lease_expires_at: until })
    .where("id", "in", unleased(tx, now).where("id", "=", id))
    .returning(columns)
    .executeTakeFirst();
  return leased ?? null;
}

const unleased = (reader: Reader, now: Instant) =>
  reader
    .selectFrom("move_runs")
    .select("id")
    .where("state", "=", "running")
    .where((run) => run.or([run("lease_expires_at", "is", null), run("lease_expires_at", "<=", now)]));

/** The progress of a run that the owner sees. */
export interface RunProgress {
  step: string | null;
  done: number;
  total: number;
  notice: string | null;
}

/** Renews the lease, and records the progress. False if the run has ended. */
export async function showProgress(
  tx: Tx,
  id: number,
  { step, done, total, notice }: RunProgress,
  until: Instant,
): Promise<boolean> {
  const going = await tx
    .updateTable("move_runs")
    .set({ step, step_done: done, step_total: total, notice, lease_expires_at: until })
    .where("id", "=", id)
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return going !== undefined;
}

/** Lets another server continue the run at once. */
export async function releaseRun(tx: Tx, id: number): Promise<void> {
  await tx.updateTable("move_runs").set({ lease_expires_at: null }).where("id", "=", id).execute();
}

/**
 * Releases the runs of a process that has died. Call only if no other process uses the database, before the worker
 * starts.
 */
export async function releaseRuns(db: Database): Promise<void> {
  const held = (tx: Tx) => tx.updateTable("move_runs").set({ lease_expires_at: null });
  await db.write((tx) => held(tx).where("lease_expires_at", "is not", null).execute());
}
