import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { earliest, type Instant, instant } from "../../platform/instants.ts";
import { rewriteSearchValues } from "../orders/changing/rewrite-search-values.ts";
import { rowNumbersBelow } from "../orders/queries.ts";
import { addressesOf } from "../orders/reading/of-customer.ts";
import { refreshCustomers } from "./customer-entries.ts";
import { refreshEntries } from "./entries.ts";
import { comparisonOfAll, dueComparison, progressOf, saveProgress, takeTurn } from "./progress.ts";

/** A comparison with all orders, newest first. All servers share it. */
interface Comparison {
  /** Its row in `order_index_progress`. */
  id: number;
  /** Orders that one transaction compares: a few milliseconds of work. */
  ordersAtOnce: number;
  /** Rewrites the index of these orders (row numbers). */
  refresh(tx: Tx, orderIds: number[], now: Instant): Promise<void>;
}

/**
 * The whole index, and what each order's own row has for searches. The index is empty after an upgrade or a restore, and servers
 * of an earlier version record no changes. The second comparison comes soon, because such servers may have handled changes during
 * the first.
 */
const wholeIndex: Comparison = {
  id: comparisonOfAll,
  ordersAtOnce: 25,
  refresh: async (tx, ids, now) => {
    await refreshEntries(tx, ids, now);
    await rewriteSearchValues(tx, ids);
  },
};

/** Only the list of customers, so that it is complete minutes after an upgrade. */
const customers: Comparison = {
  id: 2,
  ordersAtOnce: 50,
  refresh: async (tx, ids) => refreshCustomers(tx, ids, await addressesOf(tx, { ids: JSON.stringify(ids) })),
};

/** Milliseconds from the end of a comparison to the next. `isFirst`: this was the first one. */
function pauseAfter(isFirst: boolean): number {
  return isFirst ? dayMilliseconds / 24 : dayMilliseconds;
}

/** Compares the next orders with the index if a comparison is due. Returns whether there is more to compare. */
export async function compareNext(db: Database, now: Instant): Promise<boolean> {
  for (const comparison of [customers, wholeIndex]) {
    if (await dueComparison(db.read, comparison.id, now)) return db.write((tx) => compareSome(tx, comparison, now));
  }
  return false;
}

/** When the next comparison is due; null if none will be. */
export async function nextComparison(reader: Reader): Promise<Instant | null> {
  const progress = await Promise.all([customers, wholeIndex].map(({ id }) => progressOf(reader, id)));
  return earliest(...progress.map((one) => one?.dueAt));
}

async function compareSome(tx: Tx, { id, ordersAtOnce, refresh }: Comparison, now: Instant): Promise<boolean> {
  await takeTurn(tx);
  const due = await dueComparison(tx, id, now);
  if (!due) return true;
  const ids = await rowNumbersBelow(tx, due.reached, ordersAtOnce);
  await refresh(tx, ids, now);
  const last = ids.length < ordersAtOnce ? undefined : ids.at(-1);
  await saveProgress(
    tx,
    id,
    last === undefined
      ? { reached: null, dueAt: instant(now + pauseAfter(due.dueAt === 0)) }
      : { reached: last, dueAt: due.dueAt },
  );
  return true;
}
