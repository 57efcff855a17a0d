import type { Reader, Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";

/** Whether an owner has dismissed the set-up steps on the overview. */
export async function isSetupDismissed(reader: Reader, accountId: number): Promise<boolean> {
  const { setup_dismissed_at } = await reader
    .selectFrom("accounts")
    .select("setup_dismissed_at")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return setup_dismissed_at !== null;
}

/** Dismisses the set-up steps; null shows them again. */
export async function dismissSetup(tx: Tx, accountId: number, at: Instant | null): Promise<void> {
  await tx.updateTable("accounts").set({ setup_dismissed_at: at }).where("id", "=", accountId).execute();
}
