import type { Selectable } from "kysely";
import type { Reader } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import type { AccountsTable } from "../database/schema.ts";

export type Account = Selectable<AccountsTable>;

export async function accountByHandle(reader: Reader, handle: string): Promise<Account | null> {
  const [account] = await accountsByHandle(reader, { handle });
  return account ?? null;
}

const accountsByHandle = prepared<{ handle: string }, Account>((db, { handle }) =>
  db.selectFrom("accounts").selectAll().where("handle", "=", handle),
);

export async function accountById(reader: Reader, id: number): Promise<Account | null> {
  return (await reader.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The account that a domain of its own serves. */
export async function accountByCustomDomain(reader: Reader, hostname: string): Promise<Account | null> {
  const [account] = await accountsByCustomDomain(reader, { hostname });
  return account ?? null;
}

const accountsByCustomDomain = prepared<{ hostname: string }, Account>((db, { hostname }) =>
  db.selectFrom("accounts").selectAll().where("custom_domain", "=", hostname),
);

/** The account of an installation that has exactly one; null when it has none or several. */
export async function onlyAccount(reader: Reader): Promise<Account | null> {
  const [account, another] = await firstTwoAccounts(reader, {});
  return account && !another ? account : null;
}

const firstTwoAccounts = prepared<Record<string, never>, Account>((db) =>
  db.selectFrom("accounts").selectAll().limit(2),
);

export function allAccounts(reader: Reader): Promise<Account[]> {
  return reader.selectFrom("accounts").selectAll().orderBy("handle").execute();
}

export async function hasAccounts(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}
