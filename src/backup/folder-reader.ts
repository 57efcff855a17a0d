import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { listName, readSharedPart, type SharedPart, sharedPath } from "./backup-folder.ts";
import { parts } from "./contents.ts";
import { damaged } from "./manifest.ts";
import type { BackupEntry, BackupReader } from "./reader.ts";

/** Reads a backup in a folder of backups. `folder` is that folder, unless the backup is still elsewhere. */
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

/** What a backup shares, in the order of its parts. Throws `invalid` if the list is missing or was changed. */
export async function* sharedPartsOf(path: string): AsyncGenerator<SharedPart> {
  const list = join(path, listName);
  if ((await sizeOf(list)) === null) throw damaged(`its file ${listName} is missing`);
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const part = readSharedPart(line);
    if (!part) throw damaged(`its file ${listName} was changed`);
    yield part;
  }
}

async function entryOf(name: string, path: string): Promise<BackupEntry> {
  const sizeBytes = await sizeOf(path);
  if (sizeBytes === null) throw damaged(`its ${name} is missing`);
  return { name, sizeBytes, content: Bun.file(path).stream() };
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
