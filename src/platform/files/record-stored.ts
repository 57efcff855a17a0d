import type { Database, Tx } from "../database/database.ts";
import { DomainError } from "../errors.ts";
import type { FileStore, StoredFile } from "./store.ts";

/**
 * Records files whose bytes have just been stored. If the unit throws a `DomainError`, the bytes are removed again.
 * After other failures they stay, because a database that was lost during a commit may have the record.
 */
export async function recordStored<T>(
  { db, files }: { db: Database; files: FileStore },
  stored: StoredFile[],
  unit: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.write(unit);
  } catch (error) {
    if (error instanceof DomainError) await Promise.all(stored.map(({ key }) => files.delete(key)));
    throw error;
  }
}
