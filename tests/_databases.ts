import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Database } from "../src/database/database.ts";
import { afterTests, temporaryFolder } from "./_cleanup.ts";
import { openDatabase } from "./_open-database.ts";
import { postgresAddress } from "./_postgres.ts";
import { createSqlite, dataFolder, type Installation } from "./_sqlite.ts";
import { postgresTemplate } from "./_templates.ts";

/** A new database, removed after the tests. */
export interface DatabaseUnderTest extends Installation {
  /** Opens the database, migrated; closed after the tests unless the test has closed it. */
  open(): Promise<Database>;
}

export { temporaryFolder };

// Ahead of the tests, since a server takes longer to start than one test should.
const serverAddress = await postgresAddress();

/** Every database that Waybill runs on, for `describe.each(databasesUnderTest)("$name", ({ create }) => …)`. */
export const databasesUnderTest: {
  name: "sqlite" | "postgres";
  /** After its first start: with the account `demo`, whom tests/_demo-account.ts describes. */
  create(): Promise<DatabaseUnderTest>;
  /** For tests of what the first start makes: no schema, no secret, and for SQLite not even a file. */
  createEmpty(): Promise<DatabaseUnderTest>;
}[] = [
  {
    name: "sqlite",
    create: async () => openable(await createSqlite()),
    createEmpty: async () => openable({ setting: "sqlite:", folder: temporaryFolder() }),
  },
  {
    name: "postgres",
    create: async () => createPostgres(await postgresTemplate(serverAddress), dataFolder()),
    createEmpty: () => createPostgres("template1", temporaryFolder()),
  },
];

async function createPostgres(template: string, folder: string): Promise<DatabaseUnderTest> {
  const name = `waybill_${randomBytes(8).toString("hex")}`;
  await onServer(`create database ${name} template ${template}`);
  afterTests(() => onServer(`drop database ${name} with (force)`));
  const setting = Object.assign(new URL(serverAddress), { pathname: `/${name}` }).href;
  return openable({ setting, folder });
}

function openable(installation: Installation): DatabaseUnderTest {
  return { ...installation, open: closedAfterTests(() => openDatabase(installation)) };
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
