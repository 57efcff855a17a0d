import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { readSaved } from "../database/saved-database.ts";
import type { RemovalHold } from "../files/removal-holds.ts";
import { instant } from "../instants.ts";
import { nameOf, sharedPath } from "./backup-folder.ts";
import { sync } from "./durable-files.ts";
import { openBackupFolder, sharedPartsOf } from "./folder-reader.ts";
import { FolderWriter } from "./folder-writer.ts";
import { sha256Of } from "./hash.ts";
import { inspectBackup } from "./inspect-backup.ts";
import type { Manifest } from "./manifest.ts";
import { type Installation, writeBackup } from "./write-backup.ts";

interface FolderBackupOptions {
  hold: RemovalHold;
  /** An empty folder inside the folder of backups, which the caller removes. */
  workFolder: string;
  stopping: AbortSignal;
}

/**
 * Adds a backup to a folder of backups. It is read back and checked as before a restore, and appears under its name only
 * then. If shared bytes turn out to be damaged, they are removed, and the next backup stores them again. Throws what `stopping` was aborted with once that has fired.
 */
export async function backUpToFolder(
  installation: Installation,
  folder: string,
  { hold, workFolder, stopping }: FolderBackupOptions,
): Promise<Manifest> {
  const draft = join(workFolder, "draft");
  await mkdir(draft, { mode: 0o700 });
  const writer = new FolderWriter(folder, draft, stopping);
  let manifest: Manifest;
  try {
    manifest = await writeBackup(installation, writer, { folder: workFolder, hold });
    await writer.end();
  } finally {
    await writer.close();
  }
  try {
    await check(draft, folder, { workFolder, stopping });
  } catch (error) {
    if (!stopping.aborted) await removeDamaged(draft, folder);
    throw error;
  }
  await hold.check();
  await rename(draft, join(folder, nameOf(instant(Date.parse(manifest.created_at)))));
  await sync(folder);
  return manifest;
}

/** Throws `invalid` if what was written is not whole. */
async function check(
  draft: string,
  folder: string,
  { workFolder, stopping }: Omit<FolderBackupOptions, "hold">,
): Promise<void> {
  const extracted = join(workFolder, "check");
  await mkdir(extracted, { mode: 0o700 });
  const written = openBackupFolder(draft, folder);
  const { database } = await inspectBackup(
    {
      async *entries() {
        for await (const entry of written.entries()) {
          stopping.throwIfAborted();
          yield entry;
        }
      },
    },
    extracted,
    async (path) => readSaved(path),
  );
  await database.close();
}

/** Removes the shared bytes that do not have their hash any more, so that the next backup stores them again. */
async function removeDamaged(draft: string, folder: string): Promise<void> {
  for await (const { sha256 } of sharedPartsOf(draft)) {
    const path = sharedPath(folder, sha256);
    if ((await sha256Of(Bun.file(path).stream())) !== sha256) await rm(path);
  }
}
