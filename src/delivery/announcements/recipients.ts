import type { Reader, Tx } from "../../platform/database/database.ts";
import { canonicalEmail, spellingsOf } from "../../platform/email-address.ts";

/** The stored form of a recipient, equal for all spellings of an address. Hexadecimal. */
export const hashOfAddress = (accountId: number, address: string): string => hashOf(accountId, canonicalEmail(address));

/** All stored forms that an address may have: earlier versions hashed what was typed. */
export const hashesOfAddress = (accountId: number, address: string): string[] =>
  spellingsOf(address).map((spelling) => hashOf(accountId, spelling));

const hashOf = (accountId: number, address: string) =>
  new Bun.CryptoHasher("sha256").update(`${accountId} ${address}`).digest("hex");

/** Returns the hashes that already have an email of the announcement. */
export async function knownRecipients(reader: Reader, announcementId: number, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const known = await reader
    .selectFrom("announcement_recipients")
    .select("address_hash as hash")
    .where("announcement_id", "=", announcementId)
    .where("address_hash", "in", hashes)
    .execute();
  return new Set(known.map(({ hash }) => hash));
}

/** Records who gets an email (row number). Returns false, and records nothing, if the address already has one. */
export async function addRecipient(
  tx: Tx,
  { announcementId, hash, emailId }: { announcementId: number; hash: string; emailId: number },
): Promise<boolean> {
  const added = await tx
    .insertInto("announcement_recipients")
    .values({ announcement_id: announcementId, address_hash: hash, email_id: emailId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("email_id")
    .executeTakeFirst();
  return added !== undefined;
}

/** The row numbers of the announcement's emails, for a condition in a query. */
export const emailsOf = (reader: Reader, announcementId: number) =>
  reader.selectFrom("announcement_recipients").select("email_id").where("announcement_id", "=", announcementId);

/** Used when a customer is erased. */
export async function forgetRecipient(tx: Tx, accountId: number, address: string): Promise<void> {
  await tx
    .deleteFrom("announcement_recipients")
    .where("address_hash", "in", hashesOfAddress(accountId, address))
    .execute();
}
