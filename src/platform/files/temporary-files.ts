import { createHash, randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { dayMilliseconds } from "../days.ts";
import { instantNow } from "../instants.ts";

/** Milliseconds without a write after which a file is abandoned, whichever process it names. */
const abandonedAfter = dayMilliseconds;

/** Identifies this machine in file names: several machines may share the folder, and their process IDs overlap. */
const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** Names that this process is writing. */
const inUse = new Set<string>();

/**
 * Calls `use` with the path of a temporary file in `folder`, which does not exist yet, and removes the file afterwards,
 * even if `use` fails. The name contains the machine and the process ID, for `sweepTemporaryFiles`.
 */
export async function withTemporaryFile<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  const name = `${machine}-${process.pid}-${randomBytes(16).toString("hex")}`;
  const path = join(folder, name);
  inUse.add(name);
  try {
    return await use(path);
  } finally {
    await rm(path, { force: true });
    inUse.delete(name);
  }
}

/**
 * Removes temporary files in `folder` whose process on this machine is dead, or that were not written for a day. Files
 * of other live processes stay: a command may be storing a file while the server starts.
 */
export async function sweepTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isOrphan(name) || (await isAbandoned(path))) await rm(path, { recursive: true, force: true });
  }
}

/** A restarted container reuses process IDs, so our own ID in a name proves nothing. */
function isOrphan(name: string): boolean {
  const [, on, id] = /^([0-9a-f]{8})-(\d+)-/.exec(name) ?? [];
  if (on !== machine) return false;
  return Number(id) === process.pid ? !inUse.has(name) : !isAlive(Number(id));
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // Any other error, such as for another user's process, means that it exists.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < instantNow() - abandonedAfter;
  } catch {
    // Its process has finished meanwhile.
    return false;
  }
}
