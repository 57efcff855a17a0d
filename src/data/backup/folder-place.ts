import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { instantOf, isBackupName } from "./backup-names.ts";
import { parts } from "./contents.ts";
import { sync } from "./durable-files.ts";
import { FolderDraft } from "./folder-draft.ts";
import { openBackupFolder, sharedFolder, sharedPartsOf } from "./folder-reader.ts";
import { readManifest } from "./manifest.ts";
import type { BackupPlace, PlacedBackup } from "./place.ts";
import { partsOfBackup } from "./shared-parts.ts";

/** Shared bytes removed between two checks that this node is still the only one. */
const batchSize = 100;

/**
 * A folder with one folder for each backup, named after its time, such as `20261122T230000Z`, and one for shared bytes,
 * each stored under its SHA-256.
 */
export function openFolderPlace(folder: string): BackupPlace {
  const list = async (): Promise<PlacedBackup[]> => {
    const names = (await readdir(folder)).filter(isBackupName).toSorted();
    return names.map((name) => ({ name, createdAt: instantOf(name) }));
  };
  return {
    shown: folder,
    // On the same disk, so that finished files can be moved.
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
        for await (const { sha256 } of partsOfBackup(name, sharedPartsOf(join(folder, name)))) needed.add(sha256);
      }
      let removed = 0;
      for await (const path of sharedPathsBut(folder, needed)) {
        if (removed++ % batchSize === 0) await stillAlone();
        await rm(path);
      }
    },
  };
}

/** Creates no parent folder: if that is missing, a disk is not mounted, and the backups would fill another one. */
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

/** An empty list if there is no such folder. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}
