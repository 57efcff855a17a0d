import { writeFile } from "node:fs/promises";
import { Kysely, sql } from "kysely";
import type { Reader } from "../database.ts";
import type { Schema } from "../schema.ts";
import { DatabaseThread } from "./database-thread.ts";
import { threadDialect } from "./thread-dialect.ts";

/** A SQLite database that nobody else changes, such as one from `Database.saveTo`. Its queries run in a thread. */
export interface SavedDatabase {
  read: Reader;
  /** For rows of any table. */
  tables: Kysely<never>;
  /** Rejects waiting and running queries with this reason. */
  end(reason: Error): void;
  close(): Promise<void>;
}

/** Opens a database for reading. Until it is closed, SQLite may keep files with the suffixes `-wal` and `-shm` beside it. */
export function readSaved(path: string): SavedDatabase {
  return openThread(new DatabaseThread(path, { readonly: true, pragmas: [] }));
}

/** Creates a database without tables. A crash may leave it incomplete. Sync it when done. */
export async function createSaved(path: string): Promise<SavedDatabase> {
  await writeFile(path, "", { flag: "wx", mode: 0o600 });
  return openThread(
    new DatabaseThread(path, { readonly: false, pragmas: ["journal_mode = off", "synchronous = off"] }),
  );
}

/** For other SQLite databases that do not change meanwhile. */
export function openThread(thread: DatabaseThread): SavedDatabase {
  const read = new Kysely<Schema>({ dialect: threadDialect([thread]) });
  return {
    read,
    tables: read as unknown as Kysely<never>,
    end: (reason) => thread.end(reason),
    close: () => thread.close(),
  };
}

/** What is wrong with the database file, one line for each problem; empty if it is intact. Rejects once `stopping` fires. */
export async function damageIn({ read, end }: SavedDatabase, stopping?: AbortSignal): Promise<string[]> {
  stopping?.throwIfAborted();
  const stop = () => end(stopping?.reason);
  stopping?.addEventListener("abort", stop);
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(10)`.execute(read);
    const found = rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== "ok");
    const { rows: broken } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(read);
    return [...found, ...broken.slice(0, 10).map(({ table, parent }) => `${table} refers to missing ${parent}`)];
  } catch (error) {
    stopping?.throwIfAborted();
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    stopping?.removeEventListener("abort", stop);
  }
}
