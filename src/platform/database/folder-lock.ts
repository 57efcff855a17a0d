import { Database as SqliteConnection } from "bun:sqlite";
import { join } from "node:path";

/** Another process holds the lock. */
export class FolderInUse extends Error {
  constructor() {
    super("The folder is in use.");
  }
}

/** Milliseconds in which somebody who tries to lock the folder alone has given up. */
const patience = 1_000;

/** For those who serve or replace what is in the folder, and for all who have its SQLite database open. */
type LockFile = "serving.lock" | "database.lock";

/**
 * Locks the folder for one process at a time. The operating system releases the lock when the process ends, for
 * whatever reason. Throws `FolderInUse` if another process holds one, and another error if there can be no lock.
 */
export function lockFolder(folder: string, file: LockFile = "serving.lock"): { release(): void } {
  return lock(join(folder, file), ["pragma locking_mode = exclusive", "begin exclusive"]);
}

/** Like `lockFolder`, for a process that shares the folder with others that call this function. */
export function shareFolder(folder: string, file: LockFile = "serving.lock"): { release(): void } {
  // A transaction that reads has a shared lock on the file (https://sqlite.org/lockingv3.html).
  return lock(join(folder, file), [`pragma busy_timeout = ${patience}`, "begin", "select count(*) from sqlite_schema"]);
}

function lock(path: string, statements: string[]): { release(): void } {
  const connection = new SqliteConnection(path, { create: true });
  try {
    for (const statement of statements) connection.run(statement);
  } catch (error) {
    connection.close();
    if (String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY")) throw new FolderInUse();
    throw error;
  }
  return { release: () => connection.close() };
}
