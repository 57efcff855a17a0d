import { type FileStore, FilesUnreachable, type LinkedDelivery, type OpenedFile } from "./store.ts";

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
  const kept = new Map<string, KeptFile>();
  let used = 0;

  function forget(key: string): void {
    used -= kept.get(key)?.bytes.byteLength ?? 0;
    kept.delete(key);
  }

  function keep(key: string, file: KeptFile): void {
    forget(key);
    kept.set(key, file);
    used += file.bytes.byteLength;
    for (const oldest of kept.keys()) {
      if (used <= room) break;
      forget(oldest);
    }
  }

  return {
    ...store,
    async open(key) {
      const file = kept.get(key);
      if (file) {
        keep(key, file);
        return openedBytes(file, key, store);
      }
      const opened = await store.open(key);
      if (!opened || opened.sizeBytes > largestFile) return opened;
      const bytes = await new Response(opened.slice(0, opened.sizeBytes)).bytes();
      // Shorter than its size if the file was removed meanwhile.
      if (bytes.byteLength !== opened.sizeBytes) return opened;
      const read = { bytes, validators: opened.validators, hasLink: opened.link !== null };
      keep(key, read);
      return openedBytes(read, key, store);
    },
    delete(key) {
      forget(key);
      return store.delete(key);
    },
  };
}

interface KeptFile extends Pick<OpenedFile, "validators"> {
  bytes: Uint8Array;
  hasLink: boolean;
}

/** Asks the store itself: it must be there for whoever is sent to it. */
async function linkOf(store: FileStore, key: string, delivery: LinkedDelivery): Promise<string> {
  const link = (await store.open(key))?.link;
  if (!link) throw new FilesUnreachable(new Error(`the file ${key} is no longer there`));
  return link(delivery);
}

/**
 * Sends all of a slice at once: for bytes in memory, `Bun.serve` is several times faster with such a stream. It keeps the
 * length of a response whose body fits below the high-water mark, and would otherwise send it in chunks.
 */
function openedBytes({ bytes, validators, hasLink }: KeptFile, key: string, store: FileStore): OpenedFile {
  return {
    validators,
    link: hasLink ? (delivery) => linkOf(store, key, delivery) : null,
    sizeBytes: bytes.byteLength,
    place: null,
    object: null,
    prepare: async () => {},
    slice(start, end) {
      const slice = bytes.subarray(start, end);
      return new ReadableStream(
        {
          type: "direct",
          pull(controller) {
            controller.write(slice);
            controller.end();
          },
        },
        { highWaterMark: slice.byteLength + 1 },
      );
    },
  };
}
