import { type RawBuilder, sql } from "kysely";

/**
 * How many times a file of this size can be downloaded through an order item (docs/reference/delivery.md, What counts). The
 * item's manually set value comes first; then its product's limit for large files or for all; then the order's. Null means
 * unlimited.
 */
export function allowanceOf(item: ItemLimits, order: OrderLimit, sizeBytes: number): number | null {
  const isLarge = item.largeFileBytes !== null && sizeBytes >= item.largeFileBytes;
  return isLarge ? largeFileAllowanceOf(item) : usualAllowanceOf(item, order);
}

/** How many times each file that is not large can be downloaded. Null means unlimited. */
export function usualAllowanceOf(
  item: Pick<ItemLimits, "allowanceOverride" | "productDownloadLimit">,
  order: OrderLimit,
): number | null {
  return item.allowanceOverride ?? limitOf(item, order);
}

/** How many times each large file can be downloaded. Null if the item has no limit for large files. */
export function largeFileAllowanceOf({
  largeFileBytes,
  largeFileAllowanceOverride,
  largeFileDownloadLimit,
}: Omit<ItemLimits, "allowanceOverride" | "productDownloadLimit">): number | null {
  return largeFileBytes === null ? null : (largeFileAllowanceOverride ?? largeFileDownloadLimit);
}

/** The rule of `allowanceOf`, for queries that name their tables `item`, `order` and `file`. */
export const allowanceInSql = sql<number | null>`(case when file.size_bytes >= item.large_file_bytes
  then coalesce(item.large_file_allowance_override, item.large_file_download_limit)
  else coalesce(item.allowance_override, item.product_download_limit, "order".download_limit) end)`;

/** The limit of each file that is not large, ignoring the manually set value. Reopening restores it. Null means unlimited. */
export function limitOf(
  { productDownloadLimit }: Pick<ItemLimits, "productDownloadLimit">,
  { downloadLimit }: OrderLimit,
): number | null {
  return productDownloadLimit ?? downloadLimit;
}

interface OrderLimit {
  downloadLimit: number | null;
}

/**
 * Limits of an order item; null where it has none. Its product's limits are also null if the order has its own limit, which comes
 * first.
 */
export interface ItemLimits {
  allowanceOverride: number | null;
  productDownloadLimit: number | null;
  /** Size from which a file is large. Null together with the limit. */
  largeFileBytes: number | null;
  largeFileDownloadLimit: number | null;
  largeFileAllowanceOverride: number | null;
}

/** The columns of `ItemLimits`. */
export const itemLimitColumns = [
  "item.allowance_override as allowanceOverride",
  "item.product_download_limit as productDownloadLimit",
  "item.large_file_bytes as largeFileBytes",
  "item.large_file_download_limit as largeFileDownloadLimit",
  "item.large_file_allowance_override as largeFileAllowanceOverride",
] as const;

/** Downloads left for a file after `taken` downloads; null if unlimited. Never negative. */
export function remainingOf(allowance: number | null, taken: number): number | null {
  return allowance === null ? null : Math.max(0, allowance - taken);
}

/** When many allowances are read or reset, this many downloads weigh as much as one item, because each may be of another file. */
export const downloadsPerItem = 20;

/**
 * Counted downloads of an order item, in a query that calls its row `item`: those of all its files, plus its column
 * `download_count` from an import or an earlier version. So no download needs to write to `order_items`.
 */
export function downloadCount(item: "item" | "order_items"): RawBuilder<number> {
  const ofFiles = sql`select sum(allowance.download_count) from allowances as allowance where allowance.order_item_id = ${sql.ref(`${item}.id`)}`;
  return sql<number>`${sql.ref(`${item}.download_count`)} + coalesce((${ofFiles}), 0)`;
}
