import type { Reader, Tx } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { lockAccounts } from "./main-account.ts";
import { type Account, allAccounts } from "./queries.ts";

/** An account whose rows are being deleted. */
export interface RemovedAccount {
  id: number;
  handle: string;
  removedAt: Instant;
}

const removed = (reader: Reader) =>
  reader
    .selectFrom("accounts")
    .select(["id", "handle"])
    .select(({ ref }) => ref("removed_at").$notNull().as("removedAt"))
    .where("removed_at", "is not", null);

/** Accounts whose removal has not finished. */
export const accountsBeingRemoved = (reader: Reader): Promise<RemovedAccount[]> =>
  removed(reader).orderBy("removed_at").orderBy("id").execute();

/** The account being removed that has this handle; null for none. The handle is free only after the removal. */
export async function accountBeingRemoved(reader: Reader, handle: string): Promise<RemovedAccount | null> {
  return (await removed(reader).where("handle", "=", handle).executeTakeFirst()) ?? null;
}

/** Throws `in_use` for the main account while there are others, and `not_found` for one that is being removed. */
export async function rejectMainAmongOthers(reader: Reader, { id, handle }: Account): Promise<void> {
  const all = await allAccounts(reader);
  const account = all.find((one) => one.id === id);
  if (!account) throw new DomainError("not_found", `There is no account with the handle ${handle}.`);
  const other = account.isMain && all.find((one) => one.id !== id);
  if (!other) return;
  throw new DomainError(
    "in_use",
    `${handle} is the main account. Choose another one first, such as: waybill account set ${other.handle} --main`,
  );
}

/**
 * Marks the account as removed. Then no query finds it, it has no custom domain, and regular work skips it. Throws the errors of
 * `rejectMainAmongOthers`.
 */
export async function markRemoved(tx: Tx, account: Account, now: Instant): Promise<void> {
  await lockAccounts(tx);
  await rejectMainAmongOthers(tx, account);
  await tx
    .updateTable("accounts")
    .set({
      removed_at: now,
      is_main: 0,
      custom_domain: null,
      webhook_events: "",
      weekly_digest: 0,
      anonymize_downloads_after_days: null,
      erase_emails_after_days: null,
      erase_activity_after_days: null,
    })
    .where("id", "=", account.id)
    .execute();
  await tx.deleteFrom("domain_claims").where("account_id", "=", account.id).execute();
}

/** Deletes the account's own row, once nothing else is left. Returns the key of its logo's bytes; null for none. */
export async function forgetAccount(tx: Tx, id: number): Promise<string | null> {
  const gone = await tx
    .deleteFrom("accounts")
    .where("id", "=", id)
    .where("removed_at", "is not", null)
    .returning("logo_storage_key as logo")
    .executeTakeFirst();
  return gone?.logo ?? null;
}
