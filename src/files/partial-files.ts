import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The bytes of files that have not arrived whole, one file in a folder for each, named by its upload's id. */
export interface PartialFiles {
  folder: string;
  /** Null when there is none of this name. */
  stateOf(id: string): Promise<{ sizeBytes: number; modifiedAt: number } | null>;
  /** What has arrived, read in pieces. */
  read(id: string): ReadableStream<Uint8Array>;
  /** No error when there is none. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
}

/** Makes `folder` when it is missing; throws when it cannot. */
export async function openPartialFiles(folder: string): Promise<PartialFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => {
    if (!/^[0-9a-f]{32}$/.test(id)) throw new Error("This is not the ID of an upload.");
    return join(folder, id);
  };
  return {
    folder,
    async stateOf(id) {
      try {
        const { size, mtimeMs } = await stat(pathOf(id));
        return { sizeBytes: size, modifiedAt: mtimeMs };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    read: (id) => Bun.file(pathOf(id)).stream(),
    remove: (id) => rm(pathOf(id), { force: true }),
    list: async () => (await readdir(folder)).filter((name) => /^[0-9a-f]{32}$/.test(name)),
  };
}
