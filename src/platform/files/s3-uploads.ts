import { randomBytes } from "node:crypto";
import type { Database } from "../database/database.ts";
import { repeat } from "../repeat.ts";
import { PartialChanged, type PartialFiles } from "./partial-files.ts";
import type { Multipart, S3Objects } from "./s3-objects.ts";
import { readInWindows } from "./s3-reader.ts";
import { leasePause, type UploadState, UploadStates } from "./s3-upload-state.ts";
import { PartBuffer } from "./s3-writer.ts";
import { FilesUnreachable, type StoredFile } from "./store.ts";

interface S3UploadSettings {
  objects: S3Objects;
  db: Database;
  /** Bytes of each part but the last. */
  partSize: number;
  /** The name of the object that the upload becomes. */
  nameOf(id: string): string;
  /** Whether an object of this name is a file: from an upload, or stored in one request. */
  isOwn(name: string): boolean;
}

/** The name of an upload's tail. Under the same prefix there may be other objects, such as backups. */
const tailName = /^uploads\/[0-9a-f]{32}-[0-9a-f]{16}$/;

/**
 * Incomplete uploads in an S3 store. Their bytes go directly into a multipart upload of the final object, and the
 * database keeps their progress, so any server can continue one. An upload's ID is the key of its file.
 */
export function openS3Uploads({ objects, db, partSize, nameOf, isOwn }: S3UploadSettings): PartialFiles {
  const states = new UploadStates(db);

  async function multipartOf(id: string, state: UploadState): Promise<Multipart> {
    const key = nameOf(id);
    if (state.multipartId !== null) return { key, id: state.multipartId };
    const begun = await objects.begin(key);
    const kept = await states.keepMultipart(id, begun);
    if (kept.id !== begun.id) await objects.abort(begun);
    return kept;
  }

  async function append(id: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number> {
    const state = await states.of(id);
    if (state?.receivedBytes !== offset) throw new PartialChanged(id);
    let [kept, tailKey] = [offset, state.tailKey];
    const buffer = tailKey === null ? new PartBuffer(partSize) : await contentOf(tailKey, state.tailBytes);
    let multipart: Multipart | null = null;
    // Bytes of the buffer that the tail already contains.
    let inTail = buffer.used;

    const dropTail = async () => {
      // If it cannot be removed now, the sweep of orphans removes it.
      if (tailKey !== null) await objects.delete(tailKey).catch(() => {});
      tailKey = null;
      inTail = 0;
    };
    const sendPart = async () => {
      multipart ??= await multipartOf(id, state);
      const part = await objects.putPart(multipart, await states.takePartNumber(id), buffer.content());
      const bytes = buffer.used - inTail;
      await states.arrived(id, kept, { bytes, part });
      kept += bytes;
      buffer.clear();
      await dropTail();
    };
    const sendTail = async () => {
      const bytes = buffer.used - inTail;
      if (bytes === 0) return;
      const key = `uploads/${id}-${randomBytes(8).toString("hex")}`;
      await objects.put(key, buffer.content());
      await states.arrived(id, kept, { bytes, tail: { key, bytes: buffer.used } });
      kept += bytes;
      await dropTail();
    };

    try {
      for await (const chunk of content) {
        for (let rest = chunk; rest.byteLength > 0; ) {
          if (buffer.isFull) await sendPart();
          rest = rest.subarray(buffer.take(rest).byteLength);
        }
      }
    } catch (error) {
      // The client is gone: keep what it sent. The store may be what failed.
      if (!(error instanceof FilesUnreachable) && !(error instanceof PartialChanged)) await sendTail();
      throw error;
    }
    if (buffer.isFull) await sendPart();
    await sendTail();
    return kept;
  }

  /** Assembles the object, unless an earlier attempt has. */
  async function assemble(id: string, state: UploadState): Promise<void> {
    const name = nameOf(id);
    if ((await objects.facts(name))?.sizeBytes === state.receivedBytes) return;
    const tail = state.tailKey === null ? null : await contentOf(state.tailKey, state.tailBytes);
    if (state.multipartId === null) {
      const buffer = tail ?? new PartBuffer(partSize);
      return objects.put(name, buffer.content());
    }
    const multipart = { key: name, id: state.multipartId };
    if (tail !== null && state.tailKey !== null) {
      const part = await objects.putPart(multipart, await states.takePartNumber(id), tail.content());
      if (await states.tailBecame(id, state.tailKey, part)) await objects.delete(state.tailKey).catch(() => {});
    }
    await objects.complete(multipart, await states.partsOf(id), state.receivedBytes);
  }

  /** In pieces, since a tail may be too long for the time limit of one request. */
  async function contentOf(tailKey: string, size: number): Promise<PartBuffer> {
    const buffer = new PartBuffer(partSize);
    for await (const bytes of bytesOf(tailKey, size)) buffer.fill(bytes);
    return buffer;
  }

  /** Reads all of it back, because the hash of the whole cannot be derived from those of the parts. */
  async function hashOf(id: string, sizeBytes: number): Promise<string> {
    const hash = new Bun.CryptoHasher("sha256");
    if (sizeBytes > 0) for await (const bytes of bytesOf(nameOf(id), sizeBytes)) hash.update(bytes);
    return hash.digest("hex");
  }

  function bytesOf(key: string, size: number): ReadableStream<Uint8Array> {
    return readInWindows((start, end, signal) => objects.read(key, start, end, { signal }), 0, size);
  }

  async function store(id: string): Promise<StoredFile | null> {
    if (!(await states.lease(id))) return null;
    const ending = new AbortController();
    const prolonging = repeat(() => states.setLease(id, { ended: false }), {
      every: leasePause,
      stopping: ending.signal,
      failed: () => leasePause,
    });
    try {
      const state = await states.of(id);
      if (!state) throw new PartialChanged(id);
      await assemble(id, state);
      return { key: id, sizeBytes: state.receivedBytes, sha256: await hashOf(id, state.receivedBytes) };
    } finally {
      ending.abort();
      await prolonging;
      await states.setLease(id, { ended: true }).catch(() => {});
    }
  }

  return {
    create: (id) => states.create(id),
    async stateOf(id) {
      const state = await states.of(id);
      return state && { sizeBytes: state.receivedBytes, modifiedAt: state.modifiedAt };
    },
    append,
    store,
    // What was recorded has the same bytes.
    release: async () => {},
    async forget(id) {
      const state = await states.of(id);
      if (state?.tailKey) await objects.delete(state.tailKey);
      await states.remove(id);
    },
    async remove(id) {
      const state = await states.of(id);
      if (!state) return;
      if (state.multipartId !== null) await objects.abort({ key: nameOf(id), id: state.multipartId });
      if (state.tailKey !== null) await objects.delete(state.tailKey);
      await objects.delete(nameOf(id));
      await states.remove(id);
    },
    list: () => states.all(),
    async sweep({ before, stopping }) {
      let removed = 0;
      for await (const page of objects.list("uploads/")) {
        const old = page
          .filter(({ key, modifiedAt }) => tailName.test(key) && modifiedAt < before)
          .map(({ key }) => key);
        const known = await states.tailsAmong(old);
        for (const key of old.filter((key) => !known.has(key))) {
          if (stopping.aborted) return removed;
          await objects.delete(key);
          removed += 1;
        }
      }
      // A multipart upload without an upload belongs to a file stored in one request, which takes less time.
      for await (const page of objects.listMultiparts()) {
        const old = page.filter(({ key, begunAt }) => isOwn(key) && begunAt < before);
        const known = await states.multipartsAmong(old.map(({ id }) => id));
        for (const upload of old.filter(({ id }) => !known.has(id))) {
          if (stopping.aborted) return removed;
          await objects.abort(upload);
          removed += 1;
        }
      }
      return removed;
    },
    check: async () => {},
  };
}
