/**
 * How often each file of an order item can be downloaded (docs/delivery.md, What counts): what its store set for
 * the item by hand, or else the limit that it has from its product, or else the order's. Null means unlimited.
 */
export function allowanceOf(item: ItemLimits, order: { downloadLimit: number | null }): number | null {
  return item.allowanceOverride ?? limitOf(item, order);
}

/** The limit of each file of an item without what was set by hand, as reopening gives it back. Null means unlimited. */
export function limitOf(
  { productDownloadLimit }: Pick<ItemLimits, "productDownloadLimit">,
  { downloadLimit }: { downloadLimit: number | null },
): number | null {
  return productDownloadLimit ?? downloadLimit;
}

/** Limits of an order item; null for those that it does not have. */
export interface ItemLimits {
  allowanceOverride: number | null;
  /** Null also if the order gave a limit of its own, which counts before a product's. */
  productDownloadLimit: number | null;
}

/** Downloads left for a file after `taken` downloads; null if unlimited. Never negative. */
export function remainingOf(allowance: number | null, taken: number): number | null {
  return allowance === null ? null : Math.max(0, allowance - taken);
}

/**
 * Downloads for which an order item counts as one more item where the allowances of many are read or deleted, because each
 * may be of another file.
 */
export const downloadsPerItem = 20;
