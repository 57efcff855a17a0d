import type { Tx } from "../../platform/database/database.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** Milliseconds between two emails to a store about orders on hold, at least. */
const quietFor = 3_600_000;

/** Returns false if the store was told less than an hour ago, or another server is telling it. */
export async function takeTurnToTell(tx: Tx, accountId: number, now: Instant): Promise<boolean> {
  const taken = await tx
    .updateTable("accounts")
    .set({ told_of_holds_at: now })
    .where("id", "=", accountId)
    .where(({ or, eb }) =>
      or([eb("told_of_holds_at", "is", null), eb("told_of_holds_at", "<=", instant(now - quietFor))]),
    )
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}
