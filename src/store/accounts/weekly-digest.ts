import type { Reader, Tx } from "../../platform/database/database.ts";

interface DigestDue {
  accountId: number;
  /** False the first time, in the middle of a week for which the store has not requested a digest. */
  isSent: boolean;
}

/** Accounts that want weekly statistics and have not received this week's (`weekOf`). */
export async function digestsDue(reader: Reader, week: number): Promise<DigestDue[]> {
  const rows = await reader
    .selectFrom("accounts")
    .select(["id as accountId", "digested_week as digestedWeek"])
    .where("weekly_digest", "=", 1)
    .where(({ or, eb }) => or([eb("digested_week", "is", null), eb("digested_week", "<", week)]))
    .execute();
  return rows.map(({ accountId, digestedWeek }) => ({ accountId, isSent: digestedWeek !== null }));
}

/** Claims this week's digest of the account. Returns false if another server has it, or it was switched off. */
export async function takeDigest(tx: Tx, accountId: number, week: number): Promise<boolean> {
  const taken = await tx
    .updateTable("accounts")
    .set({ digested_week: week })
    .where("id", "=", accountId)
    .where("weekly_digest", "=", 1)
    .where(({ or, eb }) => or([eb("digested_week", "is", null), eb("digested_week", "<", week)]))
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}
