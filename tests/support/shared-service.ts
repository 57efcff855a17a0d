import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/platform/database/database.ts";
import { instantNow } from "../../src/platform/instants.ts";
import { type AccountChanges, changeAccount, type NewAccount } from "../../src/store/accounts/accounts.ts";
import { addAccount } from "./accounts.ts";
import { openDatabase } from "./opened-database.ts";
import { type Service, type Store, startSharedService, storeAt } from "./service.ts";
import { type Installation, withSecret } from "./sqlite.ts";
import { sqliteTemplate } from "./templates.ts";

/** A new account, and the database that it shares with others. */
export interface SharedStore extends Store {
  accountId: number;
  db: Database;
  /** The data folder of the service, with everybody's files and messages. */
  folder: string;
}

/** What `makeStore` may be given; `password` is the owner's. */
export type StoreFields = Omit<NewAccount, "handle"> & { password?: string };

/** Changes the account as the command line does, but without its process. */
export async function changeStore({ db, handle, url }: SharedStore, changes: AccountChanges): Promise<void> {
  await db.write((tx) => changeAccount(tx, new URL(url), handle, changes, instantNow()));
}

const running = new Map<string, Promise<{ service: Service; db: Database }>>();

/**
 * Makes an account with an owner in the service that all files of this process share for this kind of database. For tests
 * that need no settings, starts, stops or kills of their own: what is asked through the account's own interfaces is
 * never another's.
 */
export async function makeStoreIn(
  kind: string,
  install: (folder: string) => Promise<Installation>,
  fields: StoreFields = {},
): Promise<SharedStore> {
  let starting = running.get(kind);
  if (!starting) {
    starting = start(install);
    running.set(kind, starting);
  }
  const { service, db } = await starting;
  const handle = `s${randomUUID().slice(0, 8)}`;
  const owner = {
    email: fields.email ?? `owner@${handle}.example`,
    password: fields.password ?? "Store_password_0123456",
  };
  const { id, credentials } = await addAccount(db, service.folder, handle, { name: "Demo Store", ...fields, ...owner });
  const store = storeAt(service.port, { handle, host: `${handle}.localhost`, credentials, owner });
  return { ...store, accountId: id, db, folder: service.folder };
}

/** The same on SQLite, for tests that need no PostgreSQL. */
export const makeSqliteStore = (fields?: StoreFields): Promise<SharedStore> =>
  makeStoreIn(
    "sqlite",
    async (folder) => {
      copyFileSync(await sqliteTemplate(), join(folder, "waybill.sqlite"));
      return { setting: "sqlite:", folder };
    },
    fields,
  );

async function start(install: (folder: string) => Promise<Installation>) {
  // Removed with the service, at the end of the process.
  const database = await install(withSecret(mkdtempSync(join(tmpdir(), "waybill-shared-"))));
  const service = await startSharedService(database);
  return { service, db: await openDatabase(database) };
}
