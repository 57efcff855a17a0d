import { access, constants, stat, statfs } from "node:fs/promises";
import { isRestoring } from "../../data/backup/unfinished-restore.ts";
import { reasonOf } from "../../platform/errors.ts";
import { type Finding, findingsOf, sizeOf } from "./finding.ts";

/** The log of the embedded database grows up to this size before it begins again (checkpointer.ts). */
const leastFree = 256 * 1024 ** 2;
const comfortable = 2 * 1024 ** 3;

/** Whether the data folder exists, can be used and is private. */
export async function examineFolder(folder: string): Promise<Finding[]> {
  const { ok, warning, problem } = findingsOf("data folder");
  try {
    const found = await stat(folder);
    if (!found.isDirectory()) return [problem(`${folder} is not a folder.`, "Set WAYBILL_DATA to a folder.")];
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((found.mode & 0o007) === 0) return [ok(`${folder} can be read and written, and is closed to other users.`)];
    const summary = `${folder} can be opened by every user of this machine. It holds the database, customers' files and the secret.`;
    return [warning(summary, `Run: chmod o-rwx ${folder}`)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      const advice = "Check WAYBILL_DATA, or create an installation with `waybill serve` or `waybill account create`.";
      return [problem(`The folder ${folder} does not exist.`, advice)];
    }
    const advice = "Run this command and the server as the same user, which owns the folder.";
    return [problem(`${folder} cannot be used: ${reasonOf(error)}.`, advice)];
  }
}

/** Whether the folder contains an unfinished restore, and what to do then. Nothing else can be examined there. */
export async function examineRestore(folder: string): Promise<Finding[]> {
  if (!(await isRestoring(folder))) return [];
  const summary = `A restore into ${folder} has begun and has not ended.`;
  const wait = "If it still runs, wait. If it was interrupted, run the same `waybill restore` again: it starts over.";
  const giveUp = `To give it up, remove everything in ${folder}, the folder \`restoring\` last.`;
  return [findingsOf("data folder").problem(summary, `${wait} ${giveUp}`)];
}

/** Whether the disk has enough free space. */
export async function examineSpace(folder: string): Promise<Finding[]> {
  const { ok, warning, problem } = findingsOf("disk space");
  try {
    const { bavail, bsize, blocks, files, ffree } = await statfs(folder);
    const free = bavail * bsize;
    const summary = `${sizeOf(free)} of ${sizeOf(blocks * bsize)} are free on the disk of ${folder}.`;
    // Some file systems have no fixed number of files, and report 0 of 0.
    if (files > 0 && ffree < 1_000) {
      const advice = "Remove files that are not needed from the disk, or move the folder to another one.";
      return [problem(`The disk of ${folder} has room for only ${ffree} more files.`, advice)];
    }
    const advice = "Make room, or move the folder to a larger disk.";
    if (free < leastFree) {
      return [problem(`${summary} The database alone may need ${sizeOf(leastFree)} for its log.`, advice)];
    }
    if (free >= comfortable) return [ok(summary)];
    return [warning(`${summary} An upload needs as much space as its file.`, advice)];
  } catch (error) {
    return [warning(`The free space is not known: ${reasonOf(error)}.`, "Look at it with `df`.")];
  }
}
