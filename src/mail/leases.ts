import type { Selectable } from "kysely";
import type { Database } from "../database/database.ts";
import type { EmailsTable } from "../database/schema.ts";

/** A message that this worker alone holds; `attempts` counts this try and tells it from every other. */
export type ClaimedEmail = Selectable<EmailsTable>;

/**
 * Takes up to `count` due messages, the longest due first, for `duration` milliseconds from `now`. Several nodes on one
 * database take each message once: the update checks the lease again on the row it locks. `except` are messages that
 * this worker still holds although their lease ran out, as it does while a computer sleeps.
 */
export async function claimDueEmails(
  db: Database,
  { now, duration, count, except }: { now: number; duration: number; count: number; except: number[] },
): Promise<ClaimedEmail[]> {
  const due = await db.read
    .selectFrom("emails")
    .select("id")
    .where("status", "=", "queued")
    .where("next_attempt_at", "<=", now)
    .where((row) => row.or([row("lease_expires_at", "is", null), row("lease_expires_at", "<", now)]))
    .$if(except.length > 0, (query) => query.where("id", "not in", except))
    .orderBy("next_attempt_at")
    .limit(count)
    .execute();
  if (due.length === 0) return [];
  return db.write((tx) =>
    tx
      .updateTable("emails")
      .set((row) => ({ lease_expires_at: now + duration, attempts: row("attempts", "+", 1) }))
      .where(
        "id",
        "in",
        due.map(({ id }) => id),
      )
      .where("status", "=", "queued")
      .where("next_attempt_at", "<=", now)
      .where((row) => row.or([row("lease_expires_at", "is", null), row("lease_expires_at", "<", now)]))
      .returningAll()
      .execute(),
  );
}

/** Holds the message until `until` (milliseconds since 1970), unless it is no longer held by this try. */
export async function renewLease(db: Database, email: ClaimedEmail, until: number): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable("emails")
      .set({ lease_expires_at: until })
      .where("id", "=", email.id)
      .where("attempts", "=", email.attempts)
      .where("lease_expires_at", "is not", null)
      .execute(),
  );
}

/**
 * Gives back at once what a process held that has died. Only for the one process on a database, before its worker
 * starts: it would take messages from another process's worker in the middle of sending.
 */
export async function releaseLeases(db: Database): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable("emails")
      .set({ lease_expires_at: null })
      .where("status", "=", "queued")
      .where("lease_expires_at", "is not", null)
      .execute(),
  );
}
