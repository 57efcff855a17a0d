import type { Reader } from "../../../platform/database/database.ts";
import { giveWay } from "../../../platform/give-way.ts";
import type { ProblemDetails } from "./shop-orders.ts";

/** Orders to read at once: what a shop says about lines may be long. */
const slice = 50;

/**
 * A product of a connected shop, identified as in a mapping: by its ID, SKU or name there. Or one of several SKUs, in any shop.
 */
type Awaited = { connectionId: number; externalId: string } | { skus: ReadonlySet<string> };

/**
 * How many orders of shops wait for a product. They are delivered once it is mapped to a product, or products with the SKUs
 * exist. Orders whose problem the owner has dismissed do not count, and do not change.
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
