import type { Reader } from "../../platform/database/database.ts";

/**
 * Days for which a store can keep personal data. At least 2, because a download that is resumed is recognized by its IP
 * address for 24 hours, and an email is retried for as long.
 */
export const retentionDays = { least: 2, most: 3650 };

/** How long an account keeps personal data, in days. Null: for ever. */
export interface Retention {
  accountId: number;
  /** IP addresses and user agents of downloads. */
  downloadDays: number | null;
  /** Subjects and bodies of emails. */
  emailDays: number | null;
  /** Entries of the activity log. */
  activityDays: number | null;
}

/** The accounts that do not keep everything for ever. */
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
