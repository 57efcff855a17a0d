import { giveWay } from "../give-way.ts";

/** Rows per query. */
const sliceSize = 200;

/**
 * Calls `each` for a long list, a slice at a time, and lets other requests run in between. `weigh` returns how many rows of an
 * ordinary list an entry counts as.
 */
export async function inSlices<T>(
  all: T[],
  each: (slice: T[]) => Promise<unknown>,
  progress: (done: number) => void = () => {},
  weigh: (entry: T) => number = () => 1,
): Promise<void> {
  let start = 0;
  while (start < all.length) {
    let weight = 0;
    let end = start;
    do weight += weigh(all[end++] as T);
    while (end < all.length && weight + weigh(all[end] as T) <= sliceSize);
    await each(all.slice(start, end));
    progress(end);
    start = end;
    await giveWay();
  }
}
