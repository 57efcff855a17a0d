import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { allowanceInSql, type ItemLimits } from "./download-allowance.ts";

/** Weight of an item. The query reads each of its files, up to 1,000. */
const itemWeight = 20;

/**
 * The fewest downloads left for any file, by the item's row number; null if all are unlimited. Includes only items with files and
 * with their own limit for large files.
 */
export async function leastRemaining(
  reader: Reader,
  items: ({ id: number } & Pick<ItemLimits, "largeFileBytes">)[],
): Promise<Map<number, number | null>> {
  const least = new Map<number, number | null>();
  const read = async (slice: typeof items) => {
    const ids = slice.map(({ id }) => id);
    for (const row of await leastOf(reader, ids)) {
      least.set(row.id, row.least === null ? null : Math.max(0, Number(row.least)));
    }
  };
  const limited = items.filter(({ largeFileBytes }) => largeFileBytes !== null);
  await inSlices(limited, read, undefined, () => itemWeight);
  return least;
}

/** Crosses domains: how often a file can be downloaded depends on its size. */
const leastOf = (reader: Reader, ids: number[]) =>
  reader
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .leftJoin("allowances as allowance", (join) =>
      join.onRef("allowance.order_item_id", "=", "item.id").onRef("allowance.file_id", "=", "file.id"),
    )
    .select("item.id")
    .select(sql<number | null>`min(${allowanceInSql} - coalesce(allowance.taken, 0))`.as("least"))
    .where("item.id", "in", ids)
    .groupBy("item.id")
    .execute();
