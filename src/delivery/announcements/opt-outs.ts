import type { Reader, Tx } from "../../platform/database/database.ts";
import { canonicalEmail, spellingsOf } from "../../platform/email-address.ts";
import type { Instant } from "../../platform/instants.ts";

/** Whether the address, in any spelling, has opted out of emails about updates of the account's files. */
export async function hasOptedOut(reader: Reader, accountId: number, address: string): Promise<boolean> {
  const found = optOuts(reader, accountId).where("email", "in", spellingsOf(address));
  return (await found.executeTakeFirst()) !== undefined;
}

/** Opts the address out of emails about updates. */
export async function optOut(tx: Tx, accountId: number, address: string, now: Instant): Promise<void> {
  await tx
    .insertInto("update_opt_outs")
    .values({ account_id: accountId, email: canonicalEmail(address), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lets the address get such emails again. Also used when a customer is erased. */
export async function forgetOptOut(tx: Tx, accountId: number, address: string): Promise<void> {
  await tx
    .deleteFrom("update_opt_outs")
    .where("account_id", "=", accountId)
    .where("email", "in", spellingsOf(address))
    .execute();
}

/** For a customer whose address changes: if either address has opted out, the new one has too. */
export async function moveOptOut(tx: Tx, accountId: number, from: string, to: string, now: Instant): Promise<void> {
  if (!(await hasOptedOut(tx, accountId, from))) return;
  await forgetOptOut(tx, accountId, from);
  await optOut(tx, accountId, to, now);
}

/** The canonical addresses that have opted out, for a condition in a query. */
export const optOuts = (reader: Reader, accountId: number) =>
  reader.selectFrom("update_opt_outs").select("email").where("account_id", "=", accountId);
