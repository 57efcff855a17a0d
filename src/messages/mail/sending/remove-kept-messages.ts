import { createBackoff } from "../../../platform/backoff.ts";
import type { Database } from "../../../platform/database/database.ts";
import { again } from "../../../platform/database/when-due.ts";
import { areRemovalsPaused } from "../../../platform/files/removal-pauses.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Log } from "../../../platform/log.ts";
import type { KeptMessages } from "../transport/mailer.ts";

/** Removals per pass. */
const batchSize = 100;

interface MessageRemoval {
  db: Database;
  kept: Pick<KeptMessages, "remove">;
  log: Log;
}

/**
 * Returns a function that removes messages of deleted orders from the mailbox. Call it repeatedly. A held message waits until its
 * attempt has ended, because that attempt may still store it. A message that cannot be removed is logged and tried again later,
 * after all others. While a backup pauses removals, nothing is removed. The function resolves with `again` if something may wait,
 * otherwise with null.
 */
export function createMessageRemoval({ db, kept, log }: MessageRemoval): (now: Instant) => Promise<Instant | null> {
  const backoff = createBackoff();
  let cursor = 0;
  return async (now) => {
    const waiting = db.read.selectFrom("message_removals").select("id").limit(1);
    if ((await waiting.executeTakeFirst()) === undefined) return null;
    const removals = await db.read
      .selectFrom("message_removals as removal")
      .innerJoin("emails as email", "email.id", "removal.email_id")
      .select(["removal.id", "email.message_id as messageId"])
      .where("removal.id", ">", cursor)
      .where((row) => row.or([row("email.lease_expires_at", "is", null), row("email.lease_expires_at", "<", now)]))
      .orderBy("removal.id")
      .limit(batchSize)
      .execute();
    // This comes after the list is read, as `pauseRemovals` requires.
    if (await areRemovalsPaused(db.read, now)) return again;
    cursor = removals.length < batchSize ? 0 : (removals.at(-1)?.id ?? 0);
    for (const { id, messageId } of removals.filter(({ id }) => backoff.isDue(id, now))) {
      try {
        await kept.remove(messageId);
        await db.write((tx) => tx.deleteFrom("message_removals").where("id", "=", id).execute());
        backoff.succeeded(id);
      } catch (error) {
        backoff.failed(id, now);
        log.error(
          { err: error, message: messageId },
          "could not remove the message of a deleted order; will try again",
        );
      }
    }
    return again;
  };
}
