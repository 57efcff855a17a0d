/** Reads the bytes from `start` (inclusive) to `end` (exclusive). */
export type ReadWindow = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;

const kibibyte = 1024;

/** Bytes that are requested at once: the first time, at least, and at most. */
export const firstWindow = 256 * kibibyte;
const smallestWindow = 64 * kibibyte;
const largestWindow = 4096 * kibibyte;

/** Bytes for all readers together, of which each has two windows. */
const room = 128 * 1024 * kibibyte;

/** Milliseconds: a window that comes sooner may be larger, and one that takes longer should be smaller. */
const soon = 250;
const long = 2_000;

let readers = 0;

/**
 * The bytes from `start` to `end` of an object, read in windows: one is sent on while the next one is fetched. So a
 * slow client takes no more memory than that and keeps no connection to the store, which would close it. The more
 * readers there are, the smaller their windows. `first` is what was read already, from `start` on.
 */
export function readInWindows(
  read: ReadWindow,
  start: number,
  end: number,
  first: Uint8Array | null = null,
): ReadableStream<Uint8Array> {
  const canceling = new AbortController();
  let position = start;
  let window = firstWindow;
  let next: Promise<Uint8Array> | null = first && Promise.resolve(first.subarray(0, end - start));
  let isReading = false;

  const begin = () => {
    if (!isReading) readers += 1;
    isReading = true;
  };
  const finish = () => {
    if (isReading) readers -= 1;
    isReading = false;
  };

  async function fetchNext(): Promise<Uint8Array> {
    const fair = room / 2 / readers;
    const size = Math.max(smallestWindow, Math.min(window, largestWindow, fair));
    const began = performance.now();
    const bytes = await read(position, Math.min(end, position + Math.floor(size)), canceling.signal);
    const took = performance.now() - began;
    if (took < soon) window = Math.min(largestWindow, window * 2);
    if (took > long) window = Math.max(smallestWindow, window / 2);
    return bytes;
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begin();
        try {
          const bytes = await (next ?? fetchNext());
          position += bytes.byteLength;
          next = position < end ? fetchNext() : null;
          // Thrown when it is its turn.
          next?.catch(() => {});
          controller.enqueue(bytes);
          if (next) return;
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
