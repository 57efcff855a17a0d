import type { Reader } from "../../../platform/database/database.ts";
import { giveWay } from "../../../platform/give-way.ts";
import type { ProblemDetails } from "./shop-orders.ts";

/** Orders that are read at once: what a shop says about lines may be long. */
const slice = 50;

/** A product of a connected shop, by what a mapping names: its ID, SKU or name there; or one of several SKUs, in whichever shop. */
type Awaited = { connectionId: number; externalId: string } | { skus: ReadonlySet<string> };

/**
 * How many orders of shops wait for a product. A mapping of it to a product, or products with the SKUs, deliver them. Those that
 * the owner has left do not count, and stay as they are.
 */
export async function ordersWaitingFor(reader: Reader, accountId: number, awaited: Awaited): Promise<number> {
  let count = 0;
  let after = 0;
  for (;;) {
    const rows = await reader
      .selectFrom("connection_orders")
      .select(["id", "connection_id as connectionId", "problem", "problem_details as details"])
      .where("account_id", "=", accountId)
      .where("id", ">", after)
      .where("problem", "is not", null)
      .orderBy("id")
      .limit(slice)
      .execute();
    count += rows.filter(({ problem, details, ...row }) => {
      const isOfConnection = !("connectionId" in awaited) || row.connectionId === awaited.connectionId;
      return isOfConnection && problem === "unmatched" && details !== null && names(details, awaited);
    }).length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < slice) return count;
    after = last.id;
    await giveWay();
  }
}

const names = (details: string, awaited: Awaited): boolean =>
  ((JSON.parse(details) as ProblemDetails).lines ?? []).some(({ externalIds, sku, otherSkus = [], name }) =>
    "skus" in awaited
      ? [sku, ...otherSkus].some((one) => one !== null && awaited.skus.has(one))
      : [...externalIds, sku, ...otherSkus, name].includes(awaited.externalId),
  );
