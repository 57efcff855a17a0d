import type { Reader, Tx } from "../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { lockAccounts } from "./main-account.ts";
import {
  type Account,
  type AccountWithCredentials,
  accountByHandle,
  accountByLowerKey,
  accountWithCredentialsById,
} from "./queries.ts";
import { accountBeingRemoved } from "./removed-accounts.ts";

/**
 * Gives an account another handle, possibly one that it had before. Host names with its former handles still lead to it, and no
 * other account can get them. Throws `invalid` for an invalid handle, and `taken`.
 */
export async function renameAccount(tx: Tx, { id, handle: before }: Account, handle: string): Promise<void> {
  rejectFields([{ field: "handle", message: handleProblem(handle) }]);
  await lockAccounts(tx);
  await rejectFormerHandle(tx, handle, id);
  const other = await accountByHandle(tx, handle);
  if (other)
    throw new DomainError(
      "taken",
      `${handle} is ${other.account.id === id ? "its handle already" : "another account's handle"}.`,
    );
  if (await accountByLowerKey(tx, handle)) throw new DomainError("taken", `${handle} is an account's API key.`);
  await tx.deleteFrom("former_handles").where("handle", "=", handle).execute();
  await tx.insertInto("former_handles").values({ handle: before, account_id: id }).execute();
  await tx.updateTable("accounts").set({ handle }).where("id", "=", id).execute();
}

/** Throws `taken` if an account other than `exceptId` has had this handle, or one that is being removed has it. */
export async function rejectFormerHandle(tx: Tx, handle: string, exceptId?: number): Promise<void> {
  if (await accountBeingRemoved(tx, handle)) {
    throw new DomainError(
      "taken",
      `The account ${handle} is being removed. Its handle is free when nothing of it is left.`,
    );
  }
  const owner = await ownerOf(tx, handle);
  if (owner === null || owner === exceptId) return;
  throw new DomainError("taken", `Another account had the handle ${handle}, and its links still carry it.`);
}

/** The account that formerly had this handle; null for none. */
export async function accountByFormerHandle(reader: Reader, handle: string): Promise<AccountWithCredentials | null> {
  const id = await ownerOf(reader, handle);
  return id === null ? null : accountWithCredentialsById(reader, id);
}

export async function formerHandlesOf(reader: Reader, accountId: number): Promise<string[]> {
  const rows = await reader.selectFrom("former_handles").select("handle").where("account_id", "=", accountId).execute();
  return rows.map(({ handle }) => handle);
}

async function ownerOf(reader: Reader, handle: string): Promise<number | null> {
  const row = await reader
    .selectFrom("former_handles")
    .select("account_id")
    .where("handle", "=", handle)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** A message if the text cannot be a handle. Handles are parts of host names (RFC 1123, 2.1). */
export function handleProblem(handle: string): string | null {
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(handle)) return null;
  return "must be 1 to 63 lowercase letters, digits and hyphens, because it becomes part of a host name";
}
