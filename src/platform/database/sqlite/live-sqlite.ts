import { CompiledQuery } from "kysely";
import { DatabaseThread } from "./database-thread.ts";
import { openThread, type SavedDatabase } from "./saved-database.ts";

// A whole SQLite database, possibly while servers and commands use it.

/** A database that nobody else can write to. Changes are lost without `commit`. */
export interface LockedDatabase extends SavedDatabase {
  /** Commits durably, and lets others write again. */
  commit(): Promise<void>;
}

/**
 * Prevents all writes to the database at `path` until it is closed, and reads its current state. Throws if another
 * process writes for more than 10 seconds.
 */
export async function lockSqlite(path: string): Promise<LockedDatabase> {
  const thread = new DatabaseThread(path, { readonly: false, pragmas: ["busy_timeout = 10000", "synchronous = full"] });
  try {
    await thread.executeQuery(CompiledQuery.raw("begin immediate"));
  } catch (error) {
    await thread.close();
    throw error;
  }
  return { ...openThread(thread), commit: async () => void (await thread.executeQuery(CompiledQuery.raw("commit"))) };
}

/**
 * Copies the database at `path`, as of one instant, to a new file, in a thread, while others use it. Rejects once
 * `stopping` fires.
 */
export async function copySqlite(path: string, target: string, stopping?: AbortSignal): Promise<void> {
  stopping?.throwIfAborted();
  const thread = new DatabaseThread(path, { readonly: true, pragmas: ["busy_timeout = 10000"] });
  const stop = () => thread.end(stopping?.reason);
  stopping?.addEventListener("abort", stop);
  try {
    await thread.executeQuery(CompiledQuery.raw("vacuum into ?", [target]));
  } finally {
    stopping?.removeEventListener("abort", stop);
    await thread.close().catch(() => {});
  }
}
