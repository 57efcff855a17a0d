import type { Database } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { beginRecount, correctOrderCounts, wrongOrderCounts } from "../../store/statistics/recount.ts";
import { rest } from "./in-steps.ts";

/**
 * Once an hour, on one of the servers, corrects the number of orders of each product: servers of a version without this
 * count may be running (docs/contribute/decisions/0026-upgrades-beside-older-servers.md). Stops between two steps when told to.
 */
export async function recountOrders(
  { db, log, stopping }: { db: Database; log: Log; stopping: AbortSignal },
  now: Instant,
): Promise<void> {
  const run = await beginRecount(db, now);
  if (run === null) return;
  let corrected = 0;
  for await (const wrong of wrongOrderCounts(db.scan)) {
    if (wrong.length > 0) {
      if (!(await db.write((tx) => correctOrderCounts(tx, run, wrong, now)))) return;
      corrected += wrong.length;
    }
    if (!(await rest(stopping))) break;
  }
  if (corrected > 0) log.info({ products: corrected }, "corrected how many orders hold a product");
}
