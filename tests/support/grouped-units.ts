import { join } from "node:path";
import type { Database, Reader, Tx } from "../../src/platform/database/database.ts";
import { openSqlite } from "../../src/platform/database/sqlite/sqlite.ts";
import { accountRow } from "./account-row.ts";
import { temporaryFolder } from "./cleanup.ts";

// Units of work that are committed together, told apart by the handles of the accounts that they insert.

export const insert = (tx: Tx, handle: string) => tx.insertInto("accounts").values(accountRow(handle)).execute();

export async function handles(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom("accounts").select("handle").orderBy("handle").execute();
  return rows.map((row) => row.handle);
}

/** What stands in the file for whoever opens it next. */
export async function handlesOnDisk(path: string): Promise<string[]> {
  const db = await openSqlite(path);
  try {
    return await handles(db.read);
  } finally {
    await db.close();
  }
}

export async function newDatabase(): Promise<{ path: string; db: Database }> {
  const path = join(temporaryFolder(), "waybill.sqlite");
  const db = await openSqlite(path);
  return { path, db };
}

/** "fulfilled" or what the promise was rejected with. */
export function outcomes(promises: Promise<unknown>[]): Promise<unknown[]> {
  return Promise.all(
    promises.map((promise) =>
      promise.then(
        () => "fulfilled",
        (error: unknown) => error,
      ),
    ),
  );
}
