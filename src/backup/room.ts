import { statfs } from "node:fs/promises";
import { DomainError, reasonOf } from "../errors.ts";
import type { BackupPlace } from "./place.ts";

/** The disk of the backups has no room for another one. */
export class NoRoom extends Error {
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

/** Codes of the system and of SQLite for a disk without room, a used-up quota, and a file as large as one may be. */
const fullDisk = new Set<unknown>(["ENOSPC", "EDQUOT", "SQLITE_FULL", "EFBIG"]);

/** Throws `invalid` with the folder's name and what to do when `work`, which writes into `folder`, fails for lack of room. */
export async function namingFullDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if (fullDisk.has((cause as { code?: unknown }).code)) throw noRoomIn(folder, error);
    }
    throw error;
  }
}

function noRoomIn(folder: string, error: unknown): DomainError {
  const next = "Make room there, or use another disk, and run this again.";
  return new DomainError("invalid", `The disk of ${folder} has no room: ${reasonOf(error)}. ${next}`);
}
