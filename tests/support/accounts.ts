import { createAccountWithOwner } from "../../src/access/people/owner.ts";
import { secretIn } from "../../src/config/secret.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { instantNow } from "../../src/platform/instants.ts";
import { createVault } from "../../src/platform/vault.ts";
import { type AccountChanges, changeAccount, type NewAccount } from "../../src/store/accounts/accounts.ts";
import { afterTests } from "./cleanup.ts";
import { quickHash } from "./demo-account.ts";
import { openDatabase } from "./opened-database.ts";
import type { Credentials, Service } from "./service.ts";

/** An account beside `demo`, with the host that names it. */
export interface TestAccount {
  handle: string;
  host: string;
  credentials: Credentials;
}

/**
 * Makes an account as the command line does, but without its process. Its owner has `password`, whose hash takes a
 * hundredth of the usual time to check.
 */
export async function createAccount(
  service: Service,
  handle: string,
  fields: AccountFields = {},
): Promise<TestAccount> {
  const { credentials } = await addAccount(await databaseOf(service), service.folder, handle, fields);
  return { handle, host: `${handle}.localhost:${service.port}`, credentials };
}

type AccountFields = Omit<NewAccount, "handle"> & { password?: string };

/** The same in a database, with the secret of a data folder. Returns the account's row number too. */
export async function addAccount(
  db: Database,
  folder: string,
  handle: string,
  { password = crypto.randomUUID(), ...fields }: AccountFields,
): Promise<{ id: number; credentials: Credentials }> {
  const vault = createVault({ current: await secretIn(folder), old: null });
  const input = { handle, passwordHash: await quickHash(password), ...fields };
  const { account, apiKey, apiToken } = await db.write((tx) => createAccountWithOwner(tx, vault, input, instantNow()));
  return { id: account.id, credentials: { key: apiKey, token: apiToken } };
}

/** Changes an account as the command line does, but without its process. */
export async function setAccount(service: Service, handle: string, changes: AccountChanges): Promise<void> {
  const db = await databaseOf(service);
  await db.write((tx) => changeAccount(tx, new URL(service.url), handle, changes, instantNow()));
}

const opened = new Map<string, Promise<Database>>();

/** Opened once, and closed after the tests. */
export function databaseOf({ folder, setting }: Service): Promise<Database> {
  const name = setting + folder;
  const found = opened.get(name);
  if (found) return found;
  const opening = openDatabase({ folder, setting });
  opened.set(name, opening);
  afterTests(async () => {
    opened.delete(name);
    await (await opening).close();
  });
  return opening;
}
