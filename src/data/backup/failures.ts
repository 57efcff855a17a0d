import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { reasonOf } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";

/** Why a scheduled backup failed. */
export interface BackupFailure {
  failedAt: Instant;
  /** One line. */
  reason: string;
}

/** Longest stored reason, in characters. */
const longestReason = 500;

/** Records that the latest scheduled backup failed, for `lastFailure`. */
export async function recordFailure(db: Database, error: unknown, now: Instant): Promise<void> {
  const row = { failed_at: now, reason: reasonOf(error).slice(0, longestReason) };
  await db.write((tx) =>
    tx
      .insertInto("backup_failures")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute(),
  );
}

/** Call when a scheduled backup has succeeded. */
export async function forgetFailure(tx: Tx): Promise<void> {
  await tx.deleteFrom("backup_failures").execute();
}

/** Null if the latest scheduled backup succeeded, or there was none. */
export async function lastFailure(reader: Reader): Promise<BackupFailure | null> {
  const row = reader.selectFrom("backup_failures").select(["failed_at as failedAt", "reason"]);
  return (await row.executeTakeFirst()) ?? null;
}
