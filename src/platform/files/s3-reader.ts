import type { PassedOn } from "./store.ts";

/** Reads the bytes from `start` (inclusive) to `end` (exclusive). */
type ReadWindow = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;

const kibibyte = 1024;

/** Bytes per request: the first, the smallest and the largest. */
export const firstWindow = 128 * kibibyte;
const smallestWindow = 64 * kibibyte;
const largestWindow = 2048 * kibibyte;

/** Bytes for all readers together, while each has the smallest window. */
const room = 128 * 1024 * kibibyte;

/** Milliseconds in which a client takes a window. If it is faster, the next window may be larger, otherwise smaller. */
const fast = 500;
const slow = 2_000;

let readers = 0;

/**
 * The bytes from `start` to `end` of an object, read in windows. While a fast client takes one, the next is fetched. A
 * slow client has one small window and no open connection to the store, which would close it. More readers mean smaller
 * windows. `first` has been read already, from `start` on. `passed` is kept up to date: a request for more means that
 * everything before was taken.
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

  /** Whether the client was fast with the last window. */
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
          // Thrown when it is awaited.
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
