import { Database as SqliteConnection } from "bun:sqlite";
import { join } from "node:path";

/** Another process holds the lock. */
export class FolderInUse extends Error {
  constructor() {
    super("The folder is in use.");
  }
}

/** Milliseconds after which an exclusive attempt gives up. */
const patience = 1_000;

/**
 * `serving.lock`: for processes that serve or replace the folder. `database.lock`: for all that have its SQLite
 * database open.
 */
type LockFile = "serving.lock" | "database.lock";

/**
 * Locks the folder for one process. The operating system releases the lock when the process ends, for whatever reason.
 * Throws `FolderInUse` if another process holds it, or another error if the folder cannot be locked.
 */
export function lockFolder(folder: string, file: LockFile = "serving.lock"): { release(): void } {
  return lock(join(folder, file), ["pragma locking_mode = exclusive", "begin exclusive"]);
}

/** Like `lockFolder`, but shared with other processes that call this function. */
export function shareFolder(folder: string, file: LockFile = "serving.lock"): { release(): void } {
  // A reading transaction holds a shared lock on the file (https://sqlite.org/lockingv3.html).
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
