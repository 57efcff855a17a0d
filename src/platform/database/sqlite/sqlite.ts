import { Database as SqliteConnection } from "bun:sqlite";
import { Kysely, sql } from "kysely";
import { type Database, readAnyRow, type TransactionFigures, type Tx } from "../database.ts";
import { migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { autocommitDialect } from "./autocommit-dialect.ts";
import { beginOnceFree } from "./begin.ts";
import { Checkpointer } from "./checkpointer.ts";
import { DatabaseThread } from "./database-thread.ts";
import { GroupCommitter } from "./group-committer.ts";
import { copySqlite } from "./live-sqlite.ts";
import { LogSync } from "./log-sync.ts";
import { bulkWriter, busyTimeout, cacheKibibytes, deleter, durability, patience, reader } from "./pragmas.ts";
import { ReadSnapshot } from "./read-snapshot.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { threadDialect } from "./thread-dialect.ts";

SqliteConnection.MAX_QUERY_CACHE_SIZE = 500;

/** Threads for `scan`. */
const readerThreads = 2;

/**
 * Opens the embedded database at `path`, creates it if it is missing, and migrates it to the latest schema. Every
 * acknowledged write is synced to disk. Throws, with the file unchanged, if it cannot be opened or migrated.
 */
export async function openSqlite(path: string): Promise<Database> {
  const writing = new SqliteConnection(path, { create: true, strict: true });
  const writer = new Kysely<Schema>({ dialect: sqliteDialect(writing) });
  try {
    await prepare(writing, writer);
  } catch (error) {
    if (writing.inTransaction) writing.run("rollback");
    writing.close();
    throw error;
  }

  const reading = new SqliteConnection(path, { readonly: true, strict: true });
  reading.run(`pragma ${patience}`);
  const snapshot = new ReadSnapshot(reading);
  const read = new Kysely<Schema>({ dialect: sqliteDialect(reading, () => snapshot.open()) });
  const threads = Array.from({ length: readerThreads }, () => new DatabaseThread(path, reader));
  const scan = new Kysely<Schema>({ dialect: threadDialect(threads) });
  const checkpointer = new Checkpointer(path);
  const log = new LogSync(path);
  const deleting = new DatabaseThread(path, deleter);
  let observer: (figures: TransactionFigures) => void = () => {};
  const committer = new GroupCommitter<Tx>(
    (sql) => {
      writing.run(sql);
      if (sql !== "commit") return;
      snapshot.end();
      checkpointer.committed();
    },
    (unit) => writer.transaction().execute(unit),
    () => writing.inTransaction,
    busyTimeout,
    () => log.sync(),
    (figures) => observer(figures),
  );

  const writeInThread = <T>(thread: DatabaseThread, unit: (tx: Tx) => Promise<T>, ended = async () => {}) =>
    committer.runAlone(async () => {
      try {
        return await new Kysely<Schema>({ dialect: threadDialect([thread]) }).transaction().execute(unit);
      } finally {
        await ended();
        snapshot.end();
        checkpointer.committed();
      }
    });

  return {
    read,
    scan,
    autocommit: new Kysely<Schema>({ dialect: autocommitDialect(read, (unit) => committer.run(unit)) }),
    write: (unit, caller) => committer.run(unit, { caller }),
    writeUnsynced: (unit) => committer.run(unit, { synced: false }),
    writeBulk: async (unit) => {
      const thread = new DatabaseThread(path, bulkWriter);
      return await writeInThread(thread, unit, () => thread.close().catch(() => {}));
    },
    writeUnchecked: (unit) => writeInThread(deleting, unit),
    async version() {
      // Any commit of another connection changes this value, including commits of the writer here.
      const row = reading.query<{ data_version: number }, []>("pragma data_version").get();
      return String(row?.data_version);
    },
    observe(next) {
      observer = next;
    },
    saveTo: (target, stopping) => copySqlite(path, target, stopping),
    async check() {
      await readAnyRow(read);
      // Changes nothing, but writes a page to the log.
      await committer.check((tx) => sql`pragma user_version = 0`.execute(tx));
    },
    async close() {
      await committer.drain();
      await deleting.close().catch(() => {});
      await checkpointer.close();
      await scan.destroy();
      await log.close();
      snapshot.close();
      reading.close(true);
      writing.close(true);
    },
  };
}

/** One process migrates, with the whole file locked. Others that open it wait. */
async function prepare(writing: SqliteConnection, writer: Kysely<Schema>): Promise<void> {
  for (const pragma of [patience, ...durability]) writing.run(`pragma ${pragma}`);
  const { journal_mode } = writing.query<{ journal_mode: string }, []>("pragma journal_mode = wal").get() ?? {};
  if (journal_mode !== "wal") throw new Error("SQLite cannot use a write-ahead log in this folder.");
  // From here on, `beginOnceFree` waits, without blocking the event loop.
  writing.run("pragma busy_timeout = 0");
  await beginOnceFree(() => writing.run("begin exclusive"), busyTimeout);
  await migrate(writer, "sqlite");
  writing.run("commit");
  writing.run("pragma foreign_keys = on");
  // From here on, LogSync syncs.
  writing.run("pragma synchronous = normal");
  writing.run(`pragma cache_size = -${cacheKibibytes}`);
}
