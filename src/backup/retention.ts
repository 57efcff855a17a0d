import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { backupsIn, removeBackup, sharedFolder } from "./backup-folder.ts";
import { sharedPartsOf } from "./folder-reader.ts";

/**
 * Removes all backups of the folder but the latest `keep`, and then all shared bytes that none of them needs. Nobody else
 * writes there meanwhile. If the list of one cannot be read, no bytes are removed, and this throws.
 */
export async function removeOldBackups(
  folder: string,
  { keep, workFolder }: { keep: number; workFolder: string },
): Promise<number> {
  const all = await backupsIn(folder);
  const old = all.slice(0, Math.max(0, all.length - keep));
  for (const backup of old) await removeBackup(folder, backup, workFolder);
  const needed = new Set<string>();
  for (const { path } of await backupsIn(folder)) {
    for await (const { sha256 } of sharedPartsOf(path)) needed.add(sha256);
  }
  await removeUnneeded(sharedFolder(folder), needed);
  return old.length;
}

async function removeUnneeded(shared: string, needed: Set<string>): Promise<void> {
  for (const start of await namesIn(shared)) {
    for (const rest of await namesIn(join(shared, start))) {
      if (!needed.has(start + rest)) await rm(join(shared, start, rest));
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
