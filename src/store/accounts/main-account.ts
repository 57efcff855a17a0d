import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { holdNames } from "../../platform/database/hold-name.ts";

/** Makes others wait, until the transaction ends, who make or rename an account or choose the main one. */
export const holdAccounts = (tx: Tx) => holdNames(tx, ["accounts"]);

/** Makes the account, by its row number, the main one in place of the one before (docs/running.md, Host names). */
export async function makeMain(tx: Tx, accountId: number): Promise<void> {
  await holdAccounts(tx);
  // Not as a parameter, because the index covers only this value.
  await tx.updateTable("accounts").set({ is_main: 0 }).where("is_main", "=", sql.lit(1)).execute();
  await tx.updateTable("accounts").set({ is_main: 1 }).where("id", "=", accountId).execute();
}
