import { type RawBuilder, sql } from "kysely";

/**
 * Counted downloads of an order item, in a query that calls its row `item`: those of all its files, and those that its
 * column `download_count` has from an import or an earlier version. A download writes no row of `order_items` for it.
 */
export function downloadCount(item: "item" | "order_items"): RawBuilder<number> {
  const ofFiles = sql`select sum(allowance.download_count) from allowances as allowance where allowance.order_item_id = ${sql.ref(`${item}.id`)}`;
  return sql<number>`${sql.ref(`${item}.download_count`)} + coalesce((${ofFiles}), 0)`;
}
