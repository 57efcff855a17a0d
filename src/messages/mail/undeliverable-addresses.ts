import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { UndeliverableAddressesTable } from "../../platform/database/schema.ts";
import { canonicalEmail, spellingsOf } from "../../platform/email-address.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";

/** An address of a customer to which an account sends no emails. */
export interface UndeliverableAddress {
  /** The canonical address. */
  address: string;
  reason: UndeliverableAddressesTable["reason"];
  /** The message of the receiver's mail server; empty if unknown. */
  response: string;
  /** Row number of the email that came back. */
  emailId: number;
  createdAt: Instant;
}

const columns = ["address", "reason", "response", "email_id as emailId", "created_at as createdAt"] as const;

/** Stops all emails of the account to the address, in any spelling, until it is removed from the list. */
export async function addUndeliverable(
  tx: Tx,
  accountId: number,
  { address, reason, response, emailId, createdAt }: UndeliverableAddress,
): Promise<void> {
  const row = { reason, response, email_id: emailId, created_at: createdAt };
  await tx
    .insertInto("undeliverable_addresses")
    .values({ account_id: accountId, address: canonicalEmail(address), ...row })
    .onConflict((conflict) => conflict.columns(["account_id", "address"]).doUpdateSet(row))
    .execute();
}

/** Null if the address, in any spelling, gets emails. */
export async function undeliverableAt(
  reader: Reader,
  accountId: number,
  address: string,
): Promise<UndeliverableAddress | null> {
  const [found] = await byAddress(reader, { accountId, addresses: JSON.stringify(spellingsOf(address)) });
  return found ?? null;
}

const byAddress = prepared<{ accountId: number; addresses: string }, UndeliverableAddress>(
  (db, { accountId, addresses }) =>
    db
      .selectFrom("undeliverable_addresses")
      .select(columns)
      .where("account_id", "=", accountId)
      .where("address", "in", valueSet(db, "text", addresses)),
);

/** One page of the account's addresses that get no emails, newest first, and their total number. */
export async function listUndeliverable(
  reader: Reader,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ addresses: UndeliverableAddress[]; total: number }> {
  const all = reader.selectFrom("undeliverable_addresses").where("account_id", "=", accountId);
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const newest = all.select(columns).orderBy("created_at", "desc").orderBy("address").limit(limit).offset(offset);
  return { addresses: await newest.execute(), total: Number(total) };
}

/** Sends emails to the address again. Returns whether they were stopped before. */
export async function forgetUndeliverable(tx: Tx, accountId: number, address: string): Promise<boolean> {
  const forgotten = await tx
    .deleteFrom("undeliverable_addresses")
    .where("account_id", "=", accountId)
    .where("address", "in", spellingsOf(address))
    .returning("address")
    .executeTakeFirst();
  return forgotten !== undefined;
}

/** Call before a person sends an email. Throws `undeliverable`. */
export async function rejectUndeliverable(reader: Reader, accountId: number, address: string): Promise<void> {
  const found = await undeliverableAt(reader, accountId, address);
  if (!found) return;
  throw new DomainError(
    "undeliverable",
    `${whyUndeliverable(found, address)} Correct the email address, or allow emails to it again.`,
  );
}

/** One sentence, for the store. */
export function whyUndeliverable(
  { reason, response }: Pick<UndeliverableAddress, "reason" | "response">,
  address: string,
): string {
  if (reason === "complained")
    return `The customer at ${address} reported an email as spam, so no more are sent there.`;
  const words = response === "" ? "" : ` (“${response.replace(/[.\s]+$/, "")}”)`;
  return `An email to ${address} came back${words}, so no more are sent there.`;
}
