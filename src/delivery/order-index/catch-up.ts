import { type Database, DatabaseBusy } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import { newestChange, oldestChange } from "../../store/order-changes/note-changes.ts";
import { followDownloads } from "./follow-downloads.ts";
import { refreshChanged } from "./refresh.ts";

/** Milliseconds for which a list may wait for the index. */
const patience = 50;

/**
 * Updates the index before it is read, so that people see their own changes in lists. Gives up while very many orders
 * change at once; the worker then continues.
 */
export async function catchUpBriefly(db: Database): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end && (await step(db)));
}

const step = async (db: Database) =>
  (await refreshChanged(db, instantNow())) || (await followDownloads(db, instantNow()));

/** Milliseconds for which an export may wait for the index. */
const exportPatience = 20_000;

/**
 * Updates the index with all changes so far, however many: an export must be complete. Throws `DatabaseBusy` if that
 * takes too long.
 */
export async function catchUpWhole(db: Database): Promise<void> {
  const end = performance.now() + exportPatience;
  const newest = await newestChange(db.read);
  // Expired orders are not recorded as changes.
  await catchUpBriefly(db);
  while ((await oldestChange(db.read)) <= newest) {
    if (performance.now() > end) throw new DatabaseBusy();
    await refreshChanged(db, instantNow());
  }
}
