import type { FileStore, OpenedFile } from "./store.ts";

/** Bytes of the largest file that is kept in memory. */
const largestFile = 256 * 1024;

/** Bytes of all files that are kept in memory together. */
const room = 64 * 1024 * 1024;

/**
 * The store, with the small files that were delivered last kept in memory: for them, opening and reading a file takes
 * longer than all the rest of a delivery. Stored bytes never change, so what is kept is never out of date.
 */
export function keepSmallFiles(store: FileStore): FileStore {
  // In the order of their last use.
  const kept = new Map<string, Uint8Array>();
  let used = 0;

  function forget(key: string): void {
    used -= kept.get(key)?.byteLength ?? 0;
    kept.delete(key);
  }

  function keep(key: string, bytes: Uint8Array): void {
    forget(key);
    kept.set(key, bytes);
    used += bytes.byteLength;
    for (const oldest of kept.keys()) {
      if (used <= room) break;
      forget(oldest);
    }
  }

  return {
    ...store,
    async open(key) {
      const bytes = kept.get(key);
      if (bytes) {
        keep(key, bytes);
        return openedBytes(bytes);
      }
      const opened = await store.open(key);
      if (!opened || opened.sizeBytes > largestFile) return opened;
      const read = await new Response(opened.slice(0, opened.sizeBytes)).bytes();
      // Shorter than its size if the file was removed meanwhile.
      if (read.byteLength !== opened.sizeBytes) return opened;
      keep(key, read);
      return openedBytes(read);
    },
    delete(key) {
      forget(key);
      return store.delete(key);
    },
  };
}

/** Sends all of a slice at once: for bytes in memory, `Bun.serve` is several times faster with such a stream. */
function openedBytes(bytes: Uint8Array): OpenedFile {
  return {
    sizeBytes: bytes.byteLength,
    place: null,
    prepare: async () => {},
    slice: (start, end) =>
      new ReadableStream({
        type: "direct",
        pull(controller) {
          controller.write(bytes.subarray(start, end));
          controller.end();
        },
      }),
  };
}
