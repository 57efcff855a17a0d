import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretPath } from "../../src/config/secret.ts";
import { temporaryFolder } from "./cleanup.ts";
import { secret } from "./demo-account.ts";
import { sqliteTemplate } from "./templates.ts";

/** What a service is started with: values for `WAYBILL_DATABASE` and `WAYBILL_DATA`. */
export interface Installation {
  setting: string;
  folder: string;
}

/** A new installation on SQLite, removed after the tests, after its first start (tests/support/demo-account.ts). */
export async function createSqlite(): Promise<Installation> {
  const folder = dataFolder();
  copyFileSync(await sqliteTemplate(), join(folder, "waybill.sqlite"));
  return { setting: "sqlite:", folder };
}

/** A temporary data folder with the secret that its account was made with. */
export function dataFolder(): string {
  return withSecret(temporaryFolder());
}

/** Puts the secret of installations under test into a data folder. */
export function withSecret(folder: string): string {
  writeFileSync(secretPath(folder), secret, { mode: 0o600 });
  return folder;
}
