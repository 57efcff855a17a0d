import type { Reader, Tx } from "../../platform/database/database.ts";
import { canonicalEmail, spellingsOf } from "../../platform/email-address.ts";

/** The store's notes about the customer with this address; may be empty. */
export async function notesOf(reader: Reader, accountId: number, address: string): Promise<string> {
  const row = await reader
    .selectFrom("customer_notes")
    .select("notes")
    .where("account_id", "=", accountId)
    .where("email", "in", spellingsOf(address))
    .executeTakeFirst();
  return row?.notes ?? "";
}

/** Replaces the notes; an empty text removes them. */
export async function keepNotes(tx: Tx, accountId: number, address: string, notes: string): Promise<void> {
  if (notes === "") return forgetNotes(tx, accountId, address);
  await tx
    .insertInto("customer_notes")
    .values({ account_id: accountId, email: canonicalEmail(address), notes })
    .onConflict((conflict) => conflict.columns(["account_id", "email"]).doUpdateSet({ notes }))
    .execute();
}

export async function forgetNotes(tx: Tx, accountId: number, address: string): Promise<void> {
  await tx
    .deleteFrom("customer_notes")
    .where("account_id", "=", accountId)
    .where("email", "in", spellingsOf(address))
    .execute();
}
