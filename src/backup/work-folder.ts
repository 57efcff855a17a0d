import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dayMilliseconds } from "../days.ts";
import { instantNow } from "../instants.ts";

const prefix = ".waybill-backup-";

/**
 * Runs `use` with a new folder inside `parent`, on the same disk, and removes it afterwards. Also removes those that a
 * crash left there more than a day ago.
 */
export async function withWorkFolder<T>(parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  await sweep(parent);
  const folder = join(parent, `${prefix}${randomBytes(8).toString("hex")}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (name.startsWith(prefix) && (await isAbandoned(folder))) await rm(folder, { recursive: true, force: true });
  }
}

/** Nobody has written there for a day. */
async function isAbandoned(folder: string): Promise<boolean> {
  try {
    const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
    const latest = Math.max(...(await Promise.all(paths.map((path) => stat(path)))).map(({ mtimeMs }) => mtimeMs));
    return latest < instantNow() - dayMilliseconds;
  } catch {
    // Its process removes it at this moment.
    return false;
  }
}
