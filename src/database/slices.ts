import { nextTurn } from "../give-way.ts";

/** Rows of one query. */
const sliceSize = 200;

/** Does `each` for all of a long list, a slice at a time, and lets other requests of the process go on in between. */
export async function inSlices<T>(
  all: T[],
  each: (slice: T[]) => Promise<unknown>,
  progress: (done: number) => void = () => {},
): Promise<void> {
  for (let start = 0; start < all.length; start += sliceSize) {
    const slice = all.slice(start, start + sliceSize);
    await each(slice);
    progress(start + slice.length);
    await nextTurn();
  }
}
