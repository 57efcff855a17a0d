import { createHash, randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { dayMilliseconds } from "../days.ts";
import { instantNow } from "../instants.ts";

/** Milliseconds without a write after which a file counts as abandoned, whichever process it names. */
const abandonedAfter = dayMilliseconds;

/** Of the files that this machine writes: several may share the folder, each with process IDs of its own. */
const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** Names that this process is writing now. */
const inUse = new Set<string>();

/**
 * Runs `use` with the path of a temporary file in `folder` that does not exist yet, and removes the file afterwards,
 * whether `use` failed or not. The name contains the machine and the process ID, for `sweepTemporaryFiles`.
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
 * Removes the temporary files in `folder` whose process on this machine has died or that nobody has written to for a day.
 * Files of another living process stay: the command line may be storing a file while the server starts.
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
    // Any other error (another user's process) means that the process exists.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < instantNow() - abandonedAfter;
  } catch {
    // Its process has finished with it in the meantime.
    return false;
  }
}
