import type { Selectable } from "kysely";
import type { Reader } from "../database/database.ts";
import type { AccountsTable } from "../database/schema.ts";

export type Account = Selectable<AccountsTable>;

export async function accountByHandle(reader: Reader, handle: string): Promise<Account | null> {
  return (await reader.selectFrom("accounts").selectAll().where("handle", "=", handle).executeTakeFirst()) ?? null;
}

export async function accountById(reader: Reader, id: number): Promise<Account | null> {
  return (await reader.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The account that a domain of its own serves. */
export async function accountByCustomDomain(reader: Reader, hostname: string): Promise<Account | null> {
  const found = reader.selectFrom("accounts").selectAll().where("custom_domain", "=", hostname);
  return (await found.executeTakeFirst()) ?? null;
}

/** The account of an installation that has exactly one; null when it has none or several. */
export async function onlyAccount(reader: Reader): Promise<Account | null> {
  const accounts = await reader.selectFrom("accounts").selectAll().limit(2).execute();
  return accounts.length === 1 ? (accounts[0] ?? null) : null;
}

export function allAccounts(reader: Reader): Promise<Account[]> {
  return reader.selectFrom("accounts").selectAll().orderBy("handle").execute();
}

export async function hasAccounts(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}
