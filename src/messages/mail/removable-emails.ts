import type { Reader } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";

interface RemovableEmail {
  id: number;
  messageId: string;
  /** False if no attempt can have stored it in the mailbox. */
  wasTried: boolean;
}

/** The next emails of an account that no worker holds. A held one may still be stored in the mailbox. */
export async function removableEmails(
  reader: Reader,
  accountId: number,
  { now, most }: { now: Instant; most: number },
): Promise<RemovableEmail[]> {
  const rows = await reader
    .selectFrom("emails")
    .select(["id", "message_id as messageId", "attempts"])
    .where("account_id", "=", accountId)
    .where((row) => row.or([row("lease_expires_at", "is", null), row("lease_expires_at", "<", now)]))
    .limit(most)
    .execute();
  return rows.map(({ id, messageId, attempts }) => ({ id, messageId, wasTried: attempts > 0 }));
}

/** Whether the account has emails. */
export async function hasEmails(reader: Reader, accountId: number): Promise<boolean> {
  const emails = reader.selectFrom("emails").select("id").where("account_id", "=", accountId).limit(1);
  return (await emails.executeTakeFirst()) !== undefined;
}
