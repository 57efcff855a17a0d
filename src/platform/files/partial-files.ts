import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing, writeAll } from "../file-system.ts";
import { type Instant, instant } from "../instants.ts";
import { isKey } from "./storage-keys.ts";
import type { FileStore, OrphanSweep, StoredFile } from "./store.ts";
import { withTemporaryFile } from "./temporary-files.ts";

/** The part of an incomplete upload that has arrived. */
interface PartialState {
  sizeBytes: number;
  modifiedAt: Instant;
}

/** The bytes of incomplete uploads, by the upload's ID. */
export interface PartialFiles {
  /** Begins an empty upload. */
  create(id: string): Promise<void>;
  /** Null if there is none with this ID. */
  stateOf(id: string): Promise<PartialState | null>;
  /**
   * Adds `content` after the first `offset` bytes, and returns the new size. If the content or the store fails, it
   * rejects, and keeps what the store took. Throws `PartialChanged`.
   */
  append(id: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Stores a complete upload as a file. Null while another server does. Then call `forget` if the result was recorded,
   * or `release` if it was not.
   */
  store(id: string): Promise<StoredFile | null>;
  /** Drops the result of `store`, because another one was recorded for the same upload. */
  release(stored: StoredFile): Promise<void>;
  /** Removes everything except the stored file. No error if there is nothing. */
  forget(id: string): Promise<void>;
  /** Removes everything, including the result of `store`. No error if there is nothing. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
  /**
   * Removes remains that belong to no upload and are older than `before`. Returns how many. Does not touch what `list`
   * returns.
   */
  sweep(orphans: Pick<OrphanSweep, "before" | "stopping">): Promise<number>;
  /** Throws if uploads cannot be received. */
  check(): Promise<void>;
}

/** The upload was changed elsewhere: it has another size, or no longer exists. */
export class PartialChanged extends Error {
  constructor(id: string) {
    super(`The upload ${id} has been continued or removed by another request.`);
    this.name = "PartialChanged";
  }
}

/** Each upload has its own file in `folder`, which is created if it is missing. Throws if it cannot. */
export async function openPartialFiles(folder: string, files: FileStore): Promise<PartialFiles> {
  const createFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  await createFolder();
  const pathOf = (id: string) => {
    if (!isKey(id)) throw new Error("This is not the ID of an upload.");
    return join(folder, id);
  };
  const remove = (id: string) => rm(pathOf(id), { force: true });
  return {
    async create(id) {
      await createFolder();
      await writeFile(pathOf(id), "");
    },
    async stateOf(id) {
      const found = await stat(pathOf(id)).catch(nullIfMissing);
      return found && { sizeBytes: found.size, modifiedAt: instant(found.mtimeMs) };
    },
    async append(id, offset, content) {
      const file = await open(pathOf(id), "r+");
      let end = offset;
      try {
        for await (const chunk of content) {
          await writeAll(file, chunk, end);
          end += chunk.byteLength;
        }
      } finally {
        await file.close();
      }
      return end;
    },
    store: (id) => files.put(Bun.file(pathOf(id)).stream()),
    release: ({ key }) => files.delete(key),
    forget: remove,
    remove,
    list: async () => (await readdir(folder)).filter(isKey),
    sweep: async () => 0,
    async check() {
      // As each upload does.
      await createFolder();
      await withTemporaryFile(folder, (path) => writeFile(path, "Waybill", { flag: "wx" }));
    },
  };
}
