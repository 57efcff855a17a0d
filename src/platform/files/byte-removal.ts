import { createBackoff } from "../backoff.ts";
import type { Database, Reader, Tx } from "../database/database.ts";
import { again } from "../database/when-due.ts";
import type { Instant } from "../instants.ts";
import type { Log } from "../log.ts";
import { areRemovalsPaused } from "./removal-pauses.ts";
import type { FileStore } from "./store.ts";

/** Removals per pass. */
const batchSize = 100;

/** Removes the bytes after the commit. Nothing may refer to the key any more. */
export async function removeBytesLater(tx: Tx, storageKey: string): Promise<void> {
  await tx.insertInto("file_removals").values({ storage_key: storageKey }).execute();
}

/** Those of the keys that wait for removal. */
export async function removalsOf(reader: Reader, keys: string[]): Promise<string[]> {
  const removals = reader.selectFrom("file_removals").select("storage_key as key").where("storage_key", "in", keys);
  return (await removals.execute()).map(({ key }) => key);
}

/** Drops waiting removals: a restored installation does not have those bytes. */
export async function forgetRemovals(tx: Tx): Promise<void> {
  await tx.deleteFrom("file_removals").execute();
}

/**
 * Returns a function that removes the bytes of deleted files. Call it repeatedly. Each call removes the next 100 that
 * were deleted before the previous call, so that a download that was granted just before can still begin. Downloads in
 * progress continue. Bytes that cannot be removed are logged and tried again later, after all others. While a backup holds
 * removals, nothing is removed. The function resolves with `again` if something may wait, otherwise with null.
 */
export function createByteRemoval({ db, files, log }: { db: Database; files: FileStore; log: Log }) {
  const backoff = createBackoff();
  let newest = 0;
  let cursor = 0;
  return async (now: Instant): Promise<Instant | null> => {
    const seen = newest;
    newest = await newestRemoval(db);
    if (newest === 0) return null;
    const removals = await db.read
      .selectFrom("file_removals")
      .select(["id", "storage_key as key"])
      .where("id", ">", cursor)
      .where("id", "<=", seen)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    // In this order, as `pauseRemovals` requires.
    if (await areRemovalsPaused(db.read, now)) return again;
    cursor = removals.length < batchSize ? 0 : (removals.at(-1)?.id ?? 0);
    const failed: { key: string; error: unknown }[] = [];
    for (const { id, key } of removals.filter(({ id }) => backoff.isDue(id, now))) {
      try {
        await files.delete(key);
        await db.write((tx) => tx.deleteFrom("file_removals").where("id", "=", id).execute());
        backoff.succeeded(id);
      } catch (error) {
        backoff.failed(id, now);
        failed.push({ key, error });
      }
    }
    if (failed.length === 0) return again;
    const keys = failed.map(({ key }) => key);
    log.error({ err: failed[0]?.error, keys }, "could not remove the content of deleted files; will try again");
    return again;
  };
}

async function newestRemoval(db: Database): Promise<number> {
  const last = db.read.selectFrom("file_removals").select("id").orderBy("id", "desc").limit(1);
  return (await last.executeTakeFirst())?.id ?? 0;
}
