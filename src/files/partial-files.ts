import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Instant, instant } from "../instants.ts";
import { withTemporaryFile } from "./temporary-files.ts";

/** The bytes of incomplete uploads. Each has its own file in a folder, named after the upload's ID. */
export interface PartialFiles {
  folder: string;
  /** Null if there is none with this name. */
  stateOf(id: string): Promise<{ sizeBytes: number; modifiedAt: Instant } | null>;
  /** The bytes that have arrived, read in pieces. */
  read(id: string): ReadableStream<Uint8Array>;
  /** No error if there is none. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
  /** Throws if no upload could be received: the folder cannot be created, or nothing can be written in it. */
  check(): Promise<void>;
}

/** Creates `folder` if it is missing. Throws if it cannot. */
export async function openPartialFiles(folder: string): Promise<PartialFiles> {
  const create = () => mkdir(folder, { recursive: true, mode: 0o700 });
  await create();
  const pathOf = (id: string) => {
    if (!/^[0-9a-f]{32}$/.test(id)) throw new Error("This is not the ID of an upload.");
    return join(folder, id);
  };
  return {
    folder,
    async stateOf(id) {
      try {
        const { size, mtimeMs } = await stat(pathOf(id));
        return { sizeBytes: size, modifiedAt: instant(mtimeMs) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    read: (id) => Bun.file(pathOf(id)).stream(),
    remove: (id) => rm(pathOf(id), { force: true }),
    list: async () => (await readdir(folder)).filter((name) => /^[0-9a-f]{32}$/.test(name)),
    async check() {
      // As each upload does.
      await create();
      await withTemporaryFile(folder, (path) => writeFile(path, "Waybill", { flag: "wx" }));
    },
  };
}
