import type { Database, Tx } from "../../platform/database/database.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { MailboxPosition } from "./bounce-mailbox.ts";

/** Milliseconds for which a server keeps a mailbox after each message. */
const lease = 5 * 60_000;

/** Takes the mailbox for this server, and returns the position up to which it was read. Null while another server reads it. */
export function claimMailbox(
  db: Database,
  name: string,
  now: Instant,
): Promise<{ position: MailboxPosition | null } | null> {
  return db.write(async (tx) => {
    await tx
      .insertInto("bounce_mailboxes")
      .values({ name, validity: "", last_uid: 0, lease_expires_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const claimed = await tx
      .updateTable("bounce_mailboxes")
      .set({ lease_expires_at: instant(now + lease) })
      .where("name", "=", name)
      .where(({ eb, or }) =>
        // This includes a lease that a wrong clock has set far in the future.
        or([
          eb("lease_expires_at", "is", null),
          eb("lease_expires_at", "<", now),
          eb("lease_expires_at", ">", instant(now + 2 * lease)),
        ]),
      )
      .returning(["validity", "last_uid as uid"])
      .executeTakeFirst();
    if (!claimed) return null;
    return { position: claimed.validity === "" ? null : claimed };
  });
}

/** Records the position, and keeps the mailbox for longer. */
export async function keepPosition(tx: Tx, name: string, { validity, uid }: MailboxPosition, now: Instant) {
  await tx
    .updateTable("bounce_mailboxes")
    .set({ validity, last_uid: uid, lease_expires_at: instant(now + lease) })
    .where("name", "=", name)
    .execute();
}

/** Lets another server read it. */
export async function releaseMailbox(db: Database, name: string): Promise<void> {
  await db.write((tx) =>
    tx.updateTable("bounce_mailboxes").set({ lease_expires_at: null }).where("name", "=", name).execute(),
  );
}
