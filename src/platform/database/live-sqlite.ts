import { CompiledQuery } from "kysely";
import { DatabaseThread } from "./database-thread.ts";
import { openThread, type SavedDatabase } from "./saved-database.ts";

// The SQLite database of an installation as a whole, which servers and commands may be using.

/** A database that nobody else can write to. What is written through it is lost without a commit. */
export interface HeldDatabase extends SavedDatabase {
  /** Commits, durably. Others can write again. */
  commit(): Promise<void>;
}

/**
 * Keeps everybody from writing to the database at `path` until it is closed, and reads it as it is now. Throws if somebody
 * writes for longer than 10 seconds.
 */
export async function holdSqlite(path: string): Promise<HeldDatabase> {
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
 * Writes the database at `path` as it is at one instant to a new file, in a thread, while others use it. Rejects once
 * `stopping` has fired.
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
