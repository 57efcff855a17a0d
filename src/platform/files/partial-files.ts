import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing, writeAll } from "../file-system.ts";
import { type Instant, instant } from "../instants.ts";
import { isKey } from "./keys.ts";
import type { FileStore, OrphanSweep, StoredFile } from "./store.ts";
import { withTemporaryFile } from "./temporary-files.ts";

/** What has arrived of an incomplete upload. */
interface PartialState {
  sizeBytes: number;
  modifiedAt: Instant;
}

/** The bytes of incomplete uploads. Each is known by the upload's ID. */
export interface PartialFiles {
  /** Begins an upload, of no bytes yet. */
  create(id: string): Promise<void>;
  /** Null if there is none with this ID. */
  stateOf(id: string): Promise<PartialState | null>;
  /**
   * Adds `content` to the `offset` bytes that have arrived, and returns how many there are then. If it rejects, because
   * the content or the store failed, what arrived before is kept as far as the store took it. Throws `PartialChanged`.
   */
  append(id: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Stores an upload that has arrived whole as bytes of the file store. Null while another server does. Call `release`
   * with the result if it was not recorded, and `forget` if it was.
   */
  store(id: string): Promise<StoredFile | null>;
  /** The result of `store` is not needed, because another one was recorded for the same upload. */
  release(stored: StoredFile): Promise<void>;
  /** Removes what is kept beside the stored bytes. No error if there is nothing. */
  forget(id: string): Promise<void>;
  /** Removes all that has arrived, also what `store` made of it. No error if there is nothing. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
  /** Removes what no upload has and is older than `before`. Returns how many. What `list` shows is not part of it. */
  sweep(orphans: Pick<OrphanSweep, "before" | "stopping">): Promise<number>;
  /** Throws if no upload could be received. */
  check(): Promise<void>;
}

/** Something else has changed the upload: it has another size, or is no longer there. */
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
