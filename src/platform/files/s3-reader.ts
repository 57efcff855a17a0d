import type { PassedOn } from "./store.ts";

/** Reads the bytes from `start` (inclusive) to `end` (exclusive). */
type ReadWindow = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;

const kibibyte = 1024;

/** Bytes that are requested at once: the first time, at least, and at most. */
export const firstWindow = 128 * kibibyte;
const smallestWindow = 64 * kibibyte;
const largestWindow = 2048 * kibibyte;

/** Bytes for all readers together, as long as each has the smallest window. */
const room = 128 * 1024 * kibibyte;

/** Milliseconds for which a client takes a window: if it is sooner done, the next one may be larger, or else smaller. */
const fast = 500;
const slow = 2_000;

let readers = 0;

/**
 * The bytes from `start` to `end` of an object, read in windows. While a fast client takes one, the next one is fetched.
 * A slow client has one small window, and no connection to the store, which would close it. The more readers there are,
 * the smaller their windows. `first` is what was read already, from `start` on. `passed` is kept up to date: when more is
 * asked for, what came before has been taken.
 */
export function readInWindows(
  read: ReadWindow,
  start: number,
  end: number,
  { first = null, passed = { bytes: null } }: { first?: Uint8Array | null; passed?: PassedOn | undefined } = {},
): ReadableStream<Uint8Array> {
  passed.bytes = 0;
  const canceling = new AbortController();
  let position = start;
  let window = firstWindow;
  let next: Promise<Uint8Array> | null = first && Promise.resolve(first.subarray(0, end - start));
  let passedOn: number | null = null;
  let isReading = false;

  const begin = () => {
    if (!isReading) readers += 1;
    isReading = true;
  };
  const finish = () => {
    if (isReading) readers -= 1;
    isReading = false;
  };

  function fetchNext(): Promise<Uint8Array> {
    const fair = Math.floor(room / 2 / readers);
    const size = Math.max(smallestWindow, Math.min(window, fair));
    return read(position, Math.min(end, position + size), canceling.signal);
  }

  /** Whether the client took the last window fast. */
  function adapt(): boolean {
    const took = passedOn === null ? slow : performance.now() - passedOn;
    if (took < fast) window = Math.min(largestWindow, window * 2);
    if (took > slow) window = Math.max(smallestWindow, window / 2);
    return took < fast;
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begin();
        passed.bytes = position - start;
        const isFast = adapt();
        try {
          const bytes = await (next ?? fetchNext());
          position += bytes.byteLength;
          next = isFast && position < end ? fetchNext() : null;
          // Thrown when it is its turn.
          next?.catch(() => {});
          controller.enqueue(bytes);
          passedOn = performance.now();
          if (position < end) return;
          passed.bytes = end - start;
          finish();
          controller.close();
        } catch (error) {
          finish();
          throw error;
        }
      },
      cancel() {
        finish();
        canceling.abort();
      },
    },
    { highWaterMark: 0 },
  );
}
