import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** The mailbox's reply to a message, from when such messages were counted as sent. */
const keptWords = "Kept in the mailbox folder.";

/** A queue in which stores take turns, the time of the first try, and the status `kept` for messages in the mailbox. */
export const mailQueue: SchemaMigration = async (db, { integer }) => {
  await db.schema.alterTable("emails").addColumn("lane", integer).execute();
  await db.schema.alterTable("emails").addColumn("first_tried_at", integer).execute();

  // Messages that can be sent now, by store; messages to send later; and messages that a worker holds.
  await sql`create index emails_ready on emails (lane, account_id, next_attempt_at)
    where status = 'queued' and lane is not null and lease_expires_at is null`.execute(db);
  await sql`create index emails_deferred on emails (next_attempt_at)
    where status = 'queued' and lane is null and lease_expires_at is null`.execute(db);
  await sql`create index emails_held on emails (lease_expires_at) where lease_expires_at is not null`.execute(db);
  await db.schema.dropIndex("emails_due").execute();

  await sql`update emails
    set first_tried_at = (select min(tried_at) from email_tries where email_tries.email_id = emails.id)
    where status = 'queued' and attempts > 0`.execute(db);
  await sql`update email_tries set outcome = 'kept' where outcome = 'sent' and response = ${keptWords}`.execute(db);
  await sql`update emails set status = 'kept'
    where status = 'sent' and id in (select email_id from email_tries where outcome = 'kept')`.execute(db);
};
