import { PauseLost, type RemovalPause } from "../../platform/files/removal-pauses.ts";
import { namingFullDisk } from "../../platform/full-disk.ts";
import type { Instant } from "../../platform/instants.ts";
import { nameOf } from "./backup-names.ts";
import type { Manifest } from "./manifest.ts";
import type { BackupPlace } from "./place.ts";
import { type Installation, writeBackup } from "./write-backup.ts";

interface BackupOptions {
  /** Now. */
  createdAt: Instant;
  hold: RemovalPause;
  /** An empty folder inside the place's folder for temporary files, which the caller removes. */
  workFolder: string;
  stopping: AbortSignal;
}

/** Writes a backup to the place, checks it, and then lists it as complete. When `stopping` fires, throws its reason. */
export async function backUp(
  installation: Installation,
  place: BackupPlace,
  { createdAt, hold, workFolder, stopping }: BackupOptions,
): Promise<Manifest> {
  const draft = await place.begin({ createdAt, workFolder, stopping });
  try {
    const manifest = await namingFullDisk(place.temporaryFolder, async () => {
      const written = await writeBackup(installation, draft, { folder: workFolder, hold, createdAt, stopping });
      await draft.check();
      return written;
    });
    await hold.check();
    await draft.publish();
    await withdrawIfLost(place, { name: nameOf(createdAt), hold, workFolder });
    return manifest;
  } finally {
    await draft.close();
  }
}

/** If this process was suspended, another node may have removed shared bytes that looked unused. */
async function withdrawIfLost(
  place: BackupPlace,
  { name, hold, workFolder }: { name: string; hold: RemovalPause; workFolder: string },
): Promise<void> {
  try {
    await hold.check();
  } catch (error) {
    if (error instanceof PauseLost) await place.remove(name, workFolder);
    throw error;
  }
}
