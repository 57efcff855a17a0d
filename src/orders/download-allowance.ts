/**
 * How often each file of an order item can be downloaded (docs/delivery.md, What counts): the item's own limit, or else
 * the order's. Null means unlimited.
 */
export function allowanceOf(
  item: { allowanceOverride: number | null },
  order: { downloadLimit: number | null },
): number | null {
  return item.allowanceOverride ?? order.downloadLimit;
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
