import { productsBySkus } from "../../delivery/catalog/queries.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import type { ProblemDetails } from "./known/shop-orders.ts";

/** Orders to read at once: what a shop says about lines may be long. */
const slice = 10;

/** Maximum number of orders of one store to read in one check. The next check continues after them. */
const mostOfStore = 5_000;

interface WaitingOrder {
  id: number;
  skus: string[];
}

/**
 * Finds orders of shops that wait for a product which now exists, makes them due, and returns whether there are any. Writes only
 * to orders that it finds: many orders may wait forever.
 */
export function createLookAgain(db: Database, stopping: AbortSignal) {
  /** The row number after which the next check of an account continues. */
  const behind = new Map<number, number>();

  async function lookAt(accountId: number, now: Instant): Promise<boolean> {
    let found = false;
    for (let read = 0; read < mostOfStore && !stopping.aborted; read += slice) {
      await giveWay();
      const { waiting, last } = await waitingOrders(db.read, accountId, behind.get(accountId) ?? 0);
      await giveWay();
      const skus = [...new Set(waiting.flatMap((order) => order.skus))];
      const products = skus.length === 0 ? [] : await productsBySkus(db.read, accountId, skus);
      const known = new Set(products.map(({ sku }) => sku));
      const ids = waiting.filter((order) => order.skus.some((sku) => known.has(sku))).map(({ id }) => id);
      if (ids.length > 0) {
        await makeDue(db, ids, now);
        found = true;
      }
      if (last === null) {
        behind.delete(accountId);
        break;
      }
      behind.set(accountId, last);
    }
    return found;
  }

  return async (now: Instant): Promise<boolean> => {
    let found = false;
    for (const accountId of await connectedAccounts(db.read)) {
      if (stopping.aborted) break;
      found = (await lookAt(accountId, now)) || found;
    }
    return found;
  };
}

async function connectedAccounts(reader: Reader): Promise<number[]> {
  const rows = reader.selectFrom("connections").select("account_id as accountId").distinct();
  return (await rows.where("removed_at", "is", null).execute()).map(({ accountId }) => accountId);
}

/** The waiting orders after a row number, and the last row that was read; null at the end. */
async function waitingOrders(
  reader: Reader,
  accountId: number,
  after: number,
): Promise<{ waiting: WaitingOrder[]; last: number | null }> {
  const rows = await reader
    .selectFrom("connection_orders")
    .select(["id", "problem", "problem_details as details"])
    .where("account_id", "=", accountId)
    .where("id", ">", after)
    .where("problem", "is not", null)
    .orderBy("id")
    .limit(slice)
    .execute();
  const waiting = rows
    .filter(({ problem, details }) => problem === "unmatched" && details !== null)
    .map(({ id, details }) => ({ id, skus: skusIn(JSON.parse(details ?? "") as ProblemDetails) }));
  return { waiting, last: rows.length < slice ? null : (rows.at(-1)?.id ?? null) };
}

const skusIn = ({ lines = [] }: ProblemDetails) =>
  lines.flatMap(({ sku, otherSkus = [] }) => (sku === null ? [] : [sku, ...otherSkus]));

async function makeDue(db: Database, ids: number[], now: Instant): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable("connection_orders")
      .set({ settle_at: now })
      .where("id", "in", valueSet(tx, "integer", JSON.stringify(ids)))
      .where("problem", "=", "unmatched")
      .where("settle_at", ">", now)
      .execute(),
  );
}
