import type { Reader } from "../../platform/database/database.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { ProblemDetails } from "./shop-orders.ts";

/** Orders that are read at once: what a shop says about lines may be long. */
const slice = 50;

/**
 * How many orders of a connection wait for a product of the shop, by what a mapping names: its ID, SKU or name. A mapping of it to
 * a product delivers them. Those that the owner has left do not count, and stay as they are.
 */
export async function ordersWaitingFor(
  reader: Reader,
  { accountId, connectionId, externalId }: { accountId: number; connectionId: number; externalId: string },
): Promise<number> {
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
    count += rows.filter(
      ({ problem, details, ...row }) =>
        row.connectionId === connectionId && problem === "unmatched" && details !== null && names(details, externalId),
    ).length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < slice) return count;
    after = last.id;
    await giveWay();
  }
}

const names = (details: string, externalId: string): boolean =>
  ((JSON.parse(details) as ProblemDetails).lines ?? []).some(({ externalIds, sku, otherSkus = [], name }) =>
    [...externalIds, sku, ...otherSkus, name].includes(externalId),
  );
