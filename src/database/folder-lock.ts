import { Database as SqliteConnection } from "bun:sqlite";
import { join } from "node:path";

/**
 * Holds the data folder for one server at a time; the operating system lets go when the process ends, however it
 * ends. Throws when another process holds it.
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
