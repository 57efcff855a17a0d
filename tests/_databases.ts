import { randomBytes } from "node:crypto";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Database } from "../src/database/database.ts";
import { openPostgres } from "../src/database/postgres.ts";
import { openSqlite } from "../src/database/sqlite.ts";
import { afterTests, temporaryFolder } from "./_cleanup.ts";
import { emptyPostgres, emptySqlite } from "./_empty-databases.ts";
import { postgresAddress } from "./_postgres.ts";

/** A new database, removed after the tests. */
export interface DatabaseUnderTest {
  /** The value for WAYBILL_DATABASE, to be used with `folder` as WAYBILL_DATA. */
  setting: string;
  /** A temporary data folder. */
  folder: string;
  /** Opens the database, migrated; closed after the tests unless the test has closed it. */
  open(): Promise<Database>;
}

export { temporaryFolder };

// Ahead of the tests, since a server takes longer to start than one test should.
const serverAddress = await postgresAddress();

/** Every database that Waybill runs on, for `describe.each(databasesUnderTest)("$name", ({ create }) => …)`. */
export const databasesUnderTest: {
  name: "sqlite" | "postgres";
  /** With the schema, and nothing else in it. */
  create(): Promise<DatabaseUnderTest>;
  /** For tests of what the first start makes: for SQLite there is not even a file. */
  createWithoutSchema(): Promise<DatabaseUnderTest>;
}[] = [
  { name: "sqlite", create: () => createSqlite(true), createWithoutSchema: () => createSqlite(false) },
  { name: "postgres", create: () => createPostgres(true), createWithoutSchema: () => createPostgres(false) },
];

async function createSqlite(withSchema: boolean): Promise<DatabaseUnderTest> {
  const folder = temporaryFolder();
  if (withSchema) copyFileSync(await emptySqlite(), join(folder, "waybill.sqlite"));
  return { setting: "sqlite:", folder, open: closedAfterTests(() => openSqlite(join(folder, "waybill.sqlite"))) };
}

async function createPostgres(withSchema: boolean): Promise<DatabaseUnderTest> {
  const folder = temporaryFolder();
  const name = `waybill_${randomBytes(8).toString("hex")}`;
  await onServer(`create database ${name} template ${withSchema ? await emptyPostgres(serverAddress) : "template1"}`);
  afterTests(() => onServer(`drop database ${name} with (force)`));
  const setting = Object.assign(new URL(serverAddress), { pathname: `/${name}` }).href;
  return { setting, folder, open: closedAfterTests(() => openPostgres(setting)) };
}

/** Closing twice, once by the test and once after it, closes once. */
function closedAfterTests(open: () => Promise<Database>): () => Promise<Database> {
  return async () => {
    const database = await open();
    let closing: Promise<void> | null = null;
    const close = () => {
      closing ??= database.close();
      return closing;
    };
    afterTests(close);
    return { ...database, close };
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverAddress });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
