import { type FileStore, FilesUnreachable, type LinkedDelivery, type OpenedFile } from "./store.ts";

/** Most bytes of a file that is kept in memory. */
const largestFile = 256 * 1024;

/** Most bytes of all kept files. */
const room = 64 * 1024 * 1024;

/**
 * The store, with recently delivered small files kept in memory: opening and reading such a file takes longer than the
 * rest of a delivery. Stored bytes never change, so kept files are never outdated. Simultaneous first reads of a file
 * are shared: an S3 store fails when hundreds request one file at once.
 */
export function keepSmallFiles(store: FileStore): FileStore {
  // In the order of last use.
  const kept = new Map<string, KeptFile>();
  let used = 0;
  /** Files that are being read; null for one that is too large to keep. */
  const reading = new Map<string, Promise<KeptFile | null>>();

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
      const underway = reading.get(key);
      if (underway) {
        const read = await underway;
        return read ? openedBytes(read, key, store) : store.open(key);
      }
      const { promise, resolve, reject } = Promise.withResolvers<KeptFile | null>();
      // Nobody else may be waiting.
      promise.catch(() => {});
      reading.set(key, promise);
      try {
        const opened = await store.open(key);
        const read = opened && (await readSmall(opened));
        if (read) keep(key, read);
        resolve(read);
        return read ? openedBytes(read, key, store) : opened;
      } catch (error) {
        reject(error);
        throw error;
      } finally {
        reading.delete(key);
      }
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

/** Null if the file is too large to keep, or was removed. */
async function readSmall(opened: OpenedFile): Promise<KeptFile | null> {
  if (opened.sizeBytes > largestFile) return null;
  const bytes = await new Response(opened.slice(0, opened.sizeBytes)).bytes();
  if (bytes.byteLength !== opened.sizeBytes) return null;
  return { bytes, validators: opened.validators, hasLink: opened.link !== null };
}

/** Asks the store itself, because the object must exist there. */
async function linkOf(store: FileStore, key: string, delivery: LinkedDelivery): Promise<string> {
  const link = (await store.open(key))?.link;
  if (!link) throw new FilesUnreachable(new Error(`the file ${key} is no longer there`));
  return link(delivery);
}

/**
 * Sends a whole slice at once: for bytes in memory, `Bun.serve` is several times faster with such a stream. A body
 * below the high-water mark keeps its `Content-Length`; others would be sent in chunks.
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
