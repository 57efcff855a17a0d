import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parts } from "./contents.ts";
import { damaged } from "./manifest.ts";
import type { BackupEntry, BackupReader } from "./reader.ts";
import { listName, readSharedParts, type SharedPart, sharedName } from "./shared-parts.ts";

/** Where a folder of backups keeps shared bytes. */
export const sharedFolder = (folder: string) => join(folder, sharedName);

/** The path of the shared bytes with this hash. */
export const sharedPath = (folder: string, sha256: string) =>
  join(sharedFolder(folder), sha256.slice(0, 2), sha256.slice(2));

/** Reads a backup in a folder of backups. Pass `folder` if the backup is not there yet. */
export function openBackupFolder(path: string, folder = dirname(path)): BackupReader {
  return {
    async *entries() {
      yield await entryOf(parts.database, join(path, parts.database));
      const secret = join(path, parts.secret);
      if (await sizeOf(secret)) yield await entryOf(parts.secret, secret);
      for await (const { name, sha256 } of sharedPartsOf(path)) {
        yield await entryOf(name, sharedPath(folder, sha256));
      }
      yield await entryOf(parts.manifest, join(path, parts.manifest));
    },
  };
}

/** The parts that a backup shares, in order. Throws `invalid` if the list is missing or was changed. */
export async function* sharedPartsOf(path: string): AsyncGenerator<SharedPart> {
  const list = join(path, listName);
  if ((await sizeOf(list)) === null) throw damaged(`its file ${listName} is missing`);
  yield* readSharedParts(Bun.file(list).stream());
}

async function entryOf(name: string, path: string): Promise<BackupEntry> {
  const sizeBytes = await sizeOf(path);
  if (sizeBytes === null) throw damaged(`its ${name} is missing`);
  return { name, sizeBytes, path, content: Bun.file(path).stream() };
}

/** Null if there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
