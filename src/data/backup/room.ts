import { statfs } from "node:fs/promises";
import type { BackupPlace } from "./place.ts";

/** The disk of the backups has no room for another one. */
class NoRoom extends Error {
  constructor({ shown }: BackupPlace, free: number, needed: number) {
    const sizes = `${free} bytes are free for temporary files, and the database alone needs ${needed}`;
    super(`There is no room for a backup at ${shown}: ${sizes}. Make room, or keep fewer backups.`);
    this.name = "NoRoom";
  }
}

/** Throws `NoRoom` if the disk cannot hold the copies of the database that a backup needs, by the size of the latest backup. */
export async function requireRoom(place: BackupPlace): Promise<void> {
  const latest = (await place.list()).at(-1);
  if (!latest) return;
  const first = await place.open(latest.name).entries().next();
  const needed = place.databaseCopies * (first.value?.sizeBytes ?? 0);
  const { bavail, bsize } = await statfs(place.temporaryFolder);
  if (bavail * bsize < needed) throw new NoRoom(place, bavail * bsize, needed);
}
