import { statfs } from "node:fs/promises";
import { DomainError, reasonOf } from "./errors.ts";

/** Codes of the system and of SQLite for a full disk, a used-up quota, and a file of the largest allowed size. */
const noRoom = new Set<unknown>(["ENOSPC", "EDQUOT", "SQLITE_FULL", "EFBIG"]);

/** PostgreSQL's code for the same on its own machine (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const noRoomAtServer = "53100";

/** SQLite's codes when it cannot create or enlarge a file beside the database, for any reason. */
const unclear = /^SQLITE_(IOERR|CANTOPEN)/;

/** Bytes of free space below which the disk counts as full, for unclear errors. */
const scarce = 128 * 1024;

/**
 * What is full and what to do, in whole sentences, if `error` or a cause of it is lack of space on the disk of `folder`
 * or at the PostgreSQL server. Null for other errors.
 */
export async function fullDiskSentence(error: unknown, folder: string): Promise<string | null> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    const reason = `: ${reasonOf(cause)}`;
    if (code === noRoomAtServer)
      return `The disk of the PostgreSQL server has no room${reason}. Make room there, ${again}`;
    if (noRoom.has(code)) return noRoomIn(folder, reason);
    if (unclear.test(String(code)) && (await isFull(folder))) return noRoomIn(folder);
  }
  return null;
}

/** Throws `invalid`, saying what is full and what to do, if `work` fails because `folder` is full. */
export async function namingFullDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const words = await fullDiskSentence(error, folder);
    throw words === null ? error : new DomainError("invalid", words);
  }
}

const again = "and run this again.";

const noRoomIn = (folder: string, reason = "") =>
  `The disk of ${folder} has no room${reason}. Make room there, or use another disk, ${again}`;

/** Some file systems have no fixed number of files, and report 0 of 0. */
async function isFull(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found !== null && (found.bavail * found.bsize < scarce || (found.files > 0 && found.ffree === 0));
}
