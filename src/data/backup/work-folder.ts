import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { FolderInUse, lockFolder } from "../../platform/database/sqlite/folder-lock.ts";
import { instantNow } from "../../platform/instants.ts";

const prefix = ".waybill-backup-";

/** Paths of this process's work folders. */
const inUse = new Set<string>();

/** Milliseconds within which a new folder gets its lock. */
const youth = 60_000;

/**
 * Runs `use` with a new folder inside `parent`, on the same disk, and removes it afterwards. Also removes the folders
 * of killed processes.
 */
export async function withWorkFolder<T>(parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  await sweepWorkFolders(parent);
  const folder = join(parent, `${prefix}${randomBytes(8).toString("hex")}`);
  await mkdir(folder, { mode: 0o700 });
  inUse.add(folder);
  try {
    const lock = lockFolder(folder);
    try {
      return await use(folder);
    } finally {
      lock.release();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    inUse.delete(folder);
  }
}

/** Removes this process's folders at once. Call before it exits. */
export function removeWorkFolders(): void {
  for (const folder of inUse) rmSync(folder, { recursive: true, force: true });
}

/** Removes the folders that killed processes left in `parent`. */
export async function sweepWorkFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (name.startsWith(prefix) && (await isAbandoned(folder))) await rm(folder, { recursive: true, force: true });
  }
}

/** Whether its process has ended, so that the operating system released the lock. */
async function isAbandoned(folder: string): Promise<boolean> {
  try {
    if ((await stat(folder)).mtimeMs > instantNow() - youth) return false;
    lockFolder(folder).release();
    return true;
  } catch (error) {
    // Its process may just have removed it.
    if (error instanceof FolderInUse || (error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
