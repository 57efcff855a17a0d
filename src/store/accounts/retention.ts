import type { Reader } from "../../platform/database/database.ts";

/**
 * How many days a store can keep personal data. At least 2: resumed downloads are recognized by their IP address for 24
 * hours, and emails are retried as long.
 */
export const retentionDays = { least: 2, most: 3650 };

/** How many days an account keeps personal data. Null: forever. */
export interface Retention {
  accountId: number;
  /** IP addresses and user agents of downloads. */
  downloadDays: number | null;
  /** Subjects and bodies of emails. */
  emailDays: number | null;
  /** Entries of the activity log. */
  activityDays: number | null;
}

/** Accounts that do not keep everything forever. */
export async function accountsWithRetention(reader: Reader): Promise<Retention[]> {
  return reader
    .selectFrom("accounts")
    .select([
      "id as accountId",
      "anonymize_downloads_after_days as downloadDays",
      "erase_emails_after_days as emailDays",
      "erase_activity_after_days as activityDays",
    ])
    .where((row) =>
      row.or([
        row("anonymize_downloads_after_days", "is not", null),
        row("erase_emails_after_days", "is not", null),
        row("erase_activity_after_days", "is not", null),
      ]),
    )
    .orderBy("id")
    .execute();
}
