import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Database } from "../../src/platform/database/database.ts";
import { afterTests, temporaryFolder } from "./cleanup.ts";
import { openDatabase } from "./opened-database.ts";
import { postgresAddress } from "./postgres.ts";
import { makeSqliteStore, makeStoreIn, type SharedStore, type StoreFields } from "./shared-service.ts";
import { createSqlite, dataFolder, type Installation } from "./sqlite.ts";
import { postgresTemplate } from "./templates.ts";

/** A new database, removed after the tests. */
export interface DatabaseUnderTest extends Installation {
  /** Opens the database, migrated; closed after the tests unless the test has closed it. */
  open(): Promise<Database>;
}

export { temporaryFolder };

interface KindOfDatabase {
  name: "sqlite" | "postgres";
  /**
   * Whether what does not depend on the database is tried on this one, for `test.if(triesAll)` beside tests of what does.
   * What else is tried once belongs under `anyDatabase`.
   */
  triesAll: boolean;
  /** After its first start: with the account `demo`, whom tests/support/demo-account.ts describes. */
  create(): Promise<DatabaseUnderTest>;
  /** For tests of what the first start makes: no schema, no secret, and for SQLite not even a file. */
  createEmpty(): Promise<DatabaseUnderTest>;
  /** A new account in a service on such a database that is shared with other tests. */
  makeStore(fields?: StoreFields): Promise<SharedStore>;
}

const sqlite: KindOfDatabase = {
  name: "sqlite",
  triesAll: true,
  create: async () => openable(await createSqlite()),
  createEmpty: async () => openable({ setting: "sqlite:", folder: temporaryFolder() }),
  makeStore: makeSqliteStore,
};

const postgres: KindOfDatabase = {
  name: "postgres",
  triesAll: Boolean(process.env.TEST_EVERYWHERE),
  create: async () => createPostgres(await template(), dataFolder()),
  createEmpty: () => createPostgres("template1", temporaryFolder()),
  makeStore: (fields) => makeStoreIn("postgres", async (folder) => newPostgres(await template(), folder), fields),
};

/**
 * Every database that Waybill runs on, for `describe.each(databasesUnderTest)("$name", ({ create }) => …)`: for what depends
 * on SQL, locks, counting or crashes.
 */
export const databasesUnderTest: KindOfDatabase[] = [sqlite, postgres];

/** For what does not depend on the database: how input is read, texts, presentation. `npm run test:everywhere` uses all. */
export const anyDatabase: KindOfDatabase[] = databasesUnderTest.filter(({ triesAll }) => triesAll);

let named: Promise<string> | null = null;

/** Asked once: a connection costs the server a third of what a database does. */
const template = () => {
  named ??= postgresAddress().then(postgresTemplate);
  return named;
};

async function createPostgres(template: string, folder: string): Promise<DatabaseUnderTest> {
  const installation = await newPostgres(template, folder);
  const name = new URL(installation.setting).pathname.slice(1);
  afterTests(() => onServer(`drop database ${name} with (force)`));
  return openable(installation);
}

async function newPostgres(template: string, folder: string): Promise<Installation> {
  const name = `waybill_${randomBytes(8).toString("hex")}`;
  // It takes half the processor time of writing all pages to the log, which is what PostgreSQL does otherwise.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  return { setting: Object.assign(new URL(await postgresAddress()), { pathname: `/${name}` }).href, folder };
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

let connected: Promise<pg.Client> | null = null;

/** Over one connection for all statements of a test file. */
async function onServer(statement: string): Promise<void> {
  connected ??= connect();
  await (await connected).query(statement);
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await postgresAddress() });
  // What is given first is undone last: after the databases were dropped.
  afterTests(() => {
    connected = null;
    return client.end();
  });
  await client.connect();
  return client;
}
