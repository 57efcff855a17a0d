import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { lockNames } from "../../platform/database/lock-name.ts";

/** Locks the creation and renaming of accounts, and the choice of the main one, until the transaction ends. */
export const lockAccounts = (tx: Tx) => lockNames(tx, ["accounts"]);

/** Makes the account (row number) the main one, replacing the current one (docs/operate/run.md, Host names). */
export async function makeMain(tx: Tx, accountId: number): Promise<void> {
  await lockAccounts(tx);
  // Not as a parameter, because the index covers only this value.
  await tx.updateTable("accounts").set({ is_main: 0 }).where("is_main", "=", sql.lit(1)).execute();
  await tx.updateTable("accounts").set({ is_main: 1 }).where("id", "=", accountId).execute();
}
