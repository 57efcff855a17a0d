import { Database as SqliteConnection } from "bun:sqlite";
import { join } from "node:path";

/** Another process holds the lock. */
export class FolderInUse extends Error {
  constructor() {
    super("The folder is in use.");
  }
}

/**
 * Locks the data folder for one server at a time. The operating system releases the lock when the process ends, for
 * whatever reason. Throws `FolderInUse` if another process holds it, and another error if there can be no lock.
 */
export function lockFolder(folder: string): { release(): void } {
  const connection = new SqliteConnection(join(folder, "serving.lock"), { create: true });
  try {
    connection.run("pragma locking_mode = exclusive");
    connection.run("begin exclusive");
  } catch (error) {
    connection.close();
    if (String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY")) throw new FolderInUse();
    throw error;
  }
  return { release: () => connection.close() };
}
