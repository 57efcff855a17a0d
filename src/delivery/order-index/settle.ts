import { type Database, DatabaseBusy } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import { newestChange, oldestChange } from "../../store/order-changes/note-changes.ts";
import { followDownloads } from "./follow-downloads.ts";
import { refreshChanged } from "./refresh.ts";

/** Milliseconds that a list may wait for the index. */
const patience = 50;

/**
 * Brings the index up to date before it is read, so that a list shows what its reader has just done. While very many
 * orders change at once it gives up, and the worker goes on.
 */
export async function settleIndex(db: Database): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end && (await step(db)));
}

const step = async (db: Database) =>
  (await refreshChanged(db, instantNow())) || (await followDownloads(db, instantNow()));

/** Milliseconds that an export may wait. */
const exportPatience = 20_000;

/**
 * Brings the index up to what had changed when it was called, however much that is: an export must be complete. Throws
 * `DatabaseBusy` if that takes too long.
 */
export async function catchUpIndex(db: Database): Promise<void> {
  const end = performance.now() + exportPatience;
  const newest = await newestChange(db.read);
  // Orders that have expired are not noted.
  await settleIndex(db);
  while ((await oldestChange(db.read)) <= newest) {
    if (performance.now() > end) throw new DatabaseBusy();
    await refreshChanged(db, instantNow());
  }
}
