import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sync } from "./durable-files.ts";

/** The contents of an installation's data folder. */
const contents = [
  "waybill.sqlite",
  "waybill.sqlite-wal",
  "waybill.sqlite-shm",
  "secret",
  "files",
  "mailbox",
  "uploads",
];

/** Exists in the data folder during a restore, to show that the other files are not an installation yet. */
const restoringFolder = (data: string) => join(data, "restoring");

/** The file in it with the restore's ID. */
const idName = "id";

/** Whether a restore into this data folder is unfinished. */
export const isRestoring = (data: string): Promise<boolean> => exists(restoringFolder(data));

/** The name of something in the data folder that belongs to an installation; null if there is nothing. */
export async function traceOfInstallation(data: string): Promise<string | null> {
  for (const name of contents) if (await exists(join(data, name))) return name;
  return null;
}

/** Marks the data folder with the restore's ID. Returns the path of a new folder in it for temporary files. */
export async function beginRestoring(data: string, id: string): Promise<string> {
  const folder = restoringFolder(data);
  await mkdir(folder, { mode: 0o700 });
  await sync(data);
  await writeFile(join(folder, idName), id, { mode: 0o600, flag: "wx", flush: true });
  return folder;
}

/** The ID of the unfinished restore; null if it stopped before it wrote one. */
export async function unfinishedRestore(data: string): Promise<string | null> {
  const path = join(restoringFolder(data), idName);
  return (await exists(path)) ? readFile(path, "utf8") : null;
}

/** Removes the mark. Call when everything is in place and on disk. */
export async function endRestoring(data: string): Promise<void> {
  await rm(restoringFolder(data), { recursive: true, force: true });
  await sync(data);
}

/**
 * Removes everything that a restore has put into the data folder, and the mark last. The folder had no installation
 * before.
 */
export async function abandonRestore(data: string): Promise<void> {
  for (const name of contents) await rm(join(data, name), { recursive: true, force: true });
  await sync(data);
  await endRestoring(data);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}
