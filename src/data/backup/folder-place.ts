import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { instantOf, isBackupName } from "./backup-names.ts";
import { parts } from "./contents.ts";
import { sync } from "./durable-files.ts";
import { FolderDraft } from "./folder-draft.ts";
import { openBackupFolder, sharedFolder, sharedPartsOf } from "./folder-reader.ts";
import { readManifest } from "./manifest.ts";
import type { BackupPlace, PlacedBackup } from "./place.ts";
import { listOf } from "./shared-parts.ts";

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
    databaseCopies: 1,
    pause: 30_000,
    prepare: () => createFolder(folder),
    list,
    open: (name) => openBackupFolder(join(folder, name)),
    manifestOf: async (name) => readManifest(await readFile(join(folder, name, parts.manifest), "utf8")),
    sharedPartsOf: (name) => sharedPartsOf(join(folder, name)),
    begin: (settings) => FolderDraft.begin(folder, settings),
    async remove(name, workFolder) {
      const removed = join(workFolder, "removed");
      await rename(join(folder, name), removed);
      await sync(folder);
      await rm(removed, { recursive: true, force: true });
    },
    async removeUnneeded(stillAlone, kept = new Set()) {
      const needed = new Set<string>(kept);
      for (const { name } of await list()) {
        for await (const { sha256 } of listOf(name, sharedPartsOf(join(folder, name)))) needed.add(sha256);
      }
      let removed = 0;
      for await (const path of sharedPathsBut(folder, needed)) {
        if (removed++ % batchSize === 0) await stillAlone();
        await rm(path);
      }
    },
  };
}

/** Only the folder itself: without the one around it, a disk is missing, and the backups would fill another one. */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT") throw error;
    throw new Error(`There is no folder ${dirname(folder)} for backups. Check that its disk is there, or create it.`);
  }
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
