/**
 * How often each file of an order item may be downloaded (docs/delivery.md, What counts): the item's own override, else
 * the order's download limit; null means any number of times.
 */
export function allowanceOf(
  item: { allowance_override: number | null },
  order: { download_limit: number | null },
): number | null {
  return item.allowance_override ?? order.download_limit;
}

/** Downloads left of a file that has taken `taken`; null when unlimited. Never negative. */
export function remainingOf(allowance: number | null, taken: number): number | null {
  return allowance === null ? null : Math.max(0, allowance - taken);
}
