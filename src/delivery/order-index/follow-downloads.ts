import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import { countAddresses, downloadsAfter, newestDownload } from "./downloads.ts";
import { comparisonOfAll, progressOf, saveProgress, takeTurn } from "./progress.ts";
import { manyAddresses, orderUsages } from "./usage.ts";
import { usageOf } from "./usage-entries.ts";

/** The row of `order_index_progress` with the last download that was handled. */
const followed = 3;

/**
 * Milliseconds before a download is handled: on PostgreSQL, a download with a smaller row number may be committed later. If that
 * takes longer, the comparison of all orders finds it.
 */
const settled = 2_000;

/** Orders in one transaction. */
const ordersAtOnce = 25;

/**
 * Marks orders whose usage has changed through new downloads. Done here, so that no download needs one more statement. Returns
 * whether there may be more.
 */
export async function followDownloads(db: Database, now: Instant, most = ordersAtOnce): Promise<boolean> {
  const waiting = await nextDownloads(db.read, now, most);
  if (waiting?.length === 0) return false;
  return db.writeUnsynced(async (tx) => {
    await takeTurn(tx);
    const downloads = await nextDownloads(tx, now, most);
    if (downloads === null) {
      const reached = await newestDownload(tx);
      await saveProgress(tx, followed, { reached, dueAt: instant(0) });
      // Earlier downloads are found by the comparison.
      await saveProgress(tx, comparisonOfAll, { reached: null, dueAt: instant(0) });
      return true;
    }
    const last = downloads.at(-1);
    if (!last) return false;
    const orders = new Set(downloads.flatMap(({ orderId }) => orderId ?? []));
    await noteChangedOrders(tx, await changedAmong(tx, [...orders]));
    await saveProgress(tx, followed, { reached: last.id, dueAt: instant(0) });
    return true;
  });
}

/** Whether there are unhandled downloads, including those that are too new to be handled. */
export async function hasDownloads(reader: Reader): Promise<boolean> {
  const progress = await progressOf(reader, followed);
  return progress?.reached == null || (await downloadsAfter(reader, { after: progress.reached })).length > 0;
}

/** The next downloads, for a few orders; null if no download was ever handled. */
async function nextDownloads(reader: Reader, now: Instant, most: number) {
  const progress = await progressOf(reader, followed);
  if (!progress || progress.reached === null) return null;
  const orders = new Set<number>();
  const next: { id: number; orderId: number | null }[] = [];
  for (const download of await downloadsAfter(reader, { after: progress.reached })) {
    if (download.orderId !== null) orders.add(download.orderId);
    if (download.downloadedAt > now - settled || orders.size > most) break;
    next.push(download);
  }
  return next;
}

/** The downloaded orders (row numbers) whose usage in the index is outdated. */
async function changedAmong(tx: Tx, orderIds: number[]): Promise<number[]> {
  const used = (await usageOf(tx, orderIds)).filter(({ usage }) => orderUsages.some((one) => one === usage));
  const known = new Map(used.map(({ orderId, usage }) => [orderId, usage]));
  const changed: number[] = [];
  for (const id of orderIds) {
    const usage = known.get(id);
    const isOther = usage ? usage === "never_downloaded" : (await countAddresses(tx, id)) >= manyAddresses;
    if (isOther) changed.push(id);
  }
  return changed;
}
