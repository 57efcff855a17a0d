import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { instantOf, isBackupName } from "./backup-names.ts";
import { sync } from "./durable-files.ts";
import { FolderDraft } from "./folder-draft.ts";
import { openBackupFolder, sharedFolder, sharedPartsOf } from "./folder-reader.ts";
import type { BackupPlace, PlacedBackup } from "./place.ts";

/** Names of shared bytes that are removed between two questions whether this node is still the only one. */
const batchSize = 100;

/**
 * A folder of backups has a folder for each, named after its instant such as `20261122T230000Z`, and one for the bytes that
 * they share, each under its SHA-256.
 */
export function openFolderPlace(folder: string): BackupPlace {
  const list = async (): Promise<PlacedBackup[]> => {
    const names = (await readdir(folder)).filter(isBackupName).toSorted();
    return names.map((name) => ({ name, createdAt: instantOf(name) }));
  };
  return {
    shown: folder,
    // On the same disk, so that what is complete can be moved.
    temporaryFolder: folder,
    // One that is written from, the backup itself, and one that is checked.
    databaseCopies: 3,
    pause: 30_000,
    prepare: async () => void (await mkdir(folder, { recursive: true, mode: 0o700 })),
    list,
    open: (name) => openBackupFolder(join(folder, name)),
    begin: (settings) => FolderDraft.begin(folder, settings),
    async remove(name, workFolder) {
      const removed = join(workFolder, "removed");
      await rename(join(folder, name), removed);
      await sync(folder);
      await rm(removed, { recursive: true, force: true });
    },
    async removeUnneeded(stillAlone) {
      const needed = new Set<string>();
      for (const { name } of await list()) {
        for await (const { sha256 } of sharedPartsOf(join(folder, name))) needed.add(sha256);
      }
      let removed = 0;
      for await (const path of sharedPathsBut(folder, needed)) {
        if (removed++ % batchSize === 0) await stillAlone();
        await rm(path);
      }
    },
  };
}

async function* sharedPathsBut(folder: string, needed: Set<string>): AsyncGenerator<string> {
  const shared = sharedFolder(folder);
  for (const start of await namesIn(shared)) {
    for (const rest of await namesIn(join(shared, start))) {
      if (!needed.has(start + rest)) yield join(shared, start, rest);
    }
  }
}

/** None if there is no such folder. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}
