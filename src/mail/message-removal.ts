import type { Database } from "../database/database.ts";
import type { KeptMessages } from "./mailer.ts";

/** Removals that one pass carries out. */
const batchSize = 100;

/**
 * Removes from the mailbox what deleted orders have left there, if anything; `now` in milliseconds since 1970. A message
 * that is held waits until its try has ended, which might keep it only now. What fails is tried again by the next pass.
 */
export async function removeKeptMessages(db: Database, kept: Pick<KeptMessages, "remove">, now: number): Promise<void> {
  const removals = await db.read
    .selectFrom("message_removals as removal")
    .innerJoin("emails as email", "email.id", "removal.email_id")
    .select(["removal.id", "email.message_id"])
    .where((row) => row.or([row("email.lease_expires_at", "is", null), row("email.lease_expires_at", "<", now)]))
    .orderBy("removal.id")
    .limit(batchSize)
    .execute();
  for (const { id, message_id } of removals) {
    await kept.remove(message_id);
    await db.write((tx) => tx.deleteFrom("message_removals").where("id", "=", id).execute());
  }
}
