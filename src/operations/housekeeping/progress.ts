import type { Reader, Tx } from "../../platform/database/database.ts";
import type { EmailKind } from "../../platform/database/schema.ts";

/** A list of an account's rows that are cleared one after the other, from the oldest on. */
export type ClearedList = "downloads" | `emails:${EmailKind}`;

/** How far the list has been cleared (`RetentionProgressTable`); 0 at the beginning. */
export async function progressOf(reader: Reader, accountId: number, list: ClearedList): Promise<number> {
  const row = await reader
    .selectFrom("retention_progress")
    .select("reached")
    .where("account_id", "=", accountId)
    .where("list", "=", list)
    .executeTakeFirst();
  return row?.reached ?? 0;
}

/** Call in the transaction that has cleared the rows up to `reached`. */
export async function saveProgress(tx: Tx, accountId: number, list: ClearedList, reached: number): Promise<void> {
  await tx
    .insertInto("retention_progress")
    .values({ account_id: accountId, list, reached })
    .onConflict((conflict) => conflict.columns(["account_id", "list"]).doUpdateSet({ reached }))
    .execute();
}
