import { Database as SqliteConnection } from "bun:sqlite";
import { join } from "node:path";

/**
 * Locks the data folder for one server at a time. The operating system releases the lock when the process ends, for
 * whatever reason. Throws if another process holds it.
 */
export function lockFolder(folder: string): { release(): void } {
  const connection = new SqliteConnection(join(folder, "serving.lock"), { create: true });
  try {
    connection.run("pragma locking_mode = exclusive");
    connection.run("begin exclusive");
  } catch (error) {
    connection.close();
    throw error;
  }
  return { release: () => connection.close() };
}
