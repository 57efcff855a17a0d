import { writeFile } from "node:fs/promises";
import { CompiledQuery, Kysely, sql } from "kysely";
import type { Reader } from "./database.ts";
import { DatabaseThread } from "./database-thread.ts";
import type { Schema } from "./schema.ts";
import { threadDialect } from "./thread-dialect.ts";

/** A SQLite database that is in no other use, such as one that `Database.saveTo` wrote. Its queries run in a thread. */
export interface SavedDatabase {
  read: Reader;
  /** For rows of every table, whatever their type. */
  tables: Kysely<never>;
  close(): Promise<void>;
}

/** Opens one to be read; nothing in it or beside it changes. */
export function readSaved(path: string): SavedDatabase {
  return open(new DatabaseThread(path, { readonly: true, pragmas: [] }));
}

/** Creates one without tables, to be filled. It is not safe from a crash meanwhile, and is to be synced once it is complete. */
export async function createSaved(path: string): Promise<SavedDatabase> {
  await writeFile(path, "", { flag: "wx", mode: 0o600 });
  return open(new DatabaseThread(path, { readonly: false, pragmas: ["journal_mode = off", "synchronous = off"] }));
}

/**
 * Opens the SQLite database of an installation, keeps everybody from writing to it until it is closed, and reads it as it
 * is now. Throws if somebody writes for longer than 10 seconds.
 */
export async function holdSqlite(path: string): Promise<SavedDatabase> {
  const thread = new DatabaseThread(path, { readonly: false, pragmas: ["busy_timeout = 10000"] });
  try {
    await thread.executeQuery(CompiledQuery.raw("begin immediate"));
  } catch (error) {
    await thread.close();
    throw error;
  }
  return open(thread);
}

function open(thread: DatabaseThread): SavedDatabase {
  const read = new Kysely<Schema>({ dialect: threadDialect([thread]) });
  return { read, tables: read as unknown as Kysely<never>, close: () => thread.close() };
}

/** Writes the SQLite database at `path` as it is at one instant to a new file, in a thread, while others use it. */
export async function copySqlite(path: string, target: string): Promise<void> {
  const thread = new DatabaseThread(path, { readonly: true, pragmas: ["busy_timeout = 10000"] });
  try {
    await thread.executeQuery(CompiledQuery.raw("vacuum into ?", [target]));
  } finally {
    await thread.close().catch(() => {});
  }
}

/** What is wrong with the database file, one line each; none for one that is whole. */
export async function damageIn({ read }: SavedDatabase): Promise<string[]> {
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(10)`.execute(read);
    const found = rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== "ok");
    const { rows: broken } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(read);
    return [...found, ...broken.slice(0, 10).map(({ table, parent }) => `${table} refers to missing ${parent}`)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
