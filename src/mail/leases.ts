import type { Selectable } from "kysely";
import type { Database } from "../database/database.ts";
import type { EmailsTable } from "../database/schema.ts";

/** A message that this worker alone holds; `attempts` numbers this lease and tells it from every other. */
export type ClaimedEmail = Selectable<EmailsTable>;

/** Holds the message until `until` (milliseconds since 1970); false when it is no longer held by this lease. */
export async function renewLease(db: Database, email: ClaimedEmail, until: number): Promise<boolean> {
  return changeLease(db, email, until);
}

/** Gives a message back that was not tried, to be taken again at once. */
export async function returnUntried(db: Database, email: ClaimedEmail): Promise<void> {
  await changeLease(db, email, null);
}

async function changeLease(db: Database, email: ClaimedEmail, until: number | null): Promise<boolean> {
  const held = await db.write((tx) =>
    tx
      .updateTable("emails")
      .set({ lease_expires_at: until })
      .where("id", "=", email.id)
      .where("attempts", "=", email.attempts)
      .where("lease_expires_at", "is not", null)
      .returning("id")
      .executeTakeFirst(),
  );
  return held !== undefined;
}

/** Leases that one pass takes back. */
const batchSize = 100;

/** Takes back the leases that ran out before `now` (milliseconds since 1970), but for the messages `except`. */
export async function returnExpiredLeases(db: Database, now: number, except: number[]): Promise<void> {
  const expired = await db.read
    .selectFrom("emails")
    .select("id")
    .where("lease_expires_at", "<", now)
    .where("status", "=", "queued")
    .$if(except.length > 0, (query) => query.where("id", "not in", except))
    .limit(batchSize)
    .execute();
  if (expired.length === 0) return;
  await db.write((tx) =>
    tx
      .updateTable("emails")
      .set({ lease_expires_at: null })
      .where(
        "id",
        "in",
        expired.map(({ id }) => id),
      )
      .where("status", "=", "queued")
      .where("lease_expires_at", "<", now)
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
