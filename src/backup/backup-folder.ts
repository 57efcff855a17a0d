import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Instant, instant } from "../instants.ts";
import { sync } from "./durable-files.ts";

/** A complete backup in a folder of backups. */
export interface FolderBackup {
  path: string;
  createdAt: Instant;
}

/**
 * A folder of backups has a folder for each, named after its instant such as `20261122T230000Z`, and one for the bytes that
 * they share, each under its SHA-256.
 */
export const sharedFolder = (folder: string) => join(folder, "blobs");

/** The path of the bytes with this hash. */
export const sharedPath = (folder: string, sha256: string) =>
  join(sharedFolder(folder), sha256.slice(0, 2), sha256.slice(2));

/** Names of parts with the hash and the size of their shared bytes, one a line. */
export const listName = "shared-parts";

/** Bytes that a backup shares with others. */
export interface SharedPart {
  sha256: string;
  sizeBytes: number;
  name: string;
}

export const writeSharedPart = ({ sha256, sizeBytes, name }: SharedPart) => `${sha256} ${sizeBytes} ${name}\n`;

/** Null for a line that is none. */
export function readSharedPart(line: string): SharedPart | null {
  const [, sha256, size, name] = /^([0-9a-f]{64}) (\d{1,15}) ([\w./-]+)$/.exec(line) ?? [];
  return sha256 && name ? { sha256, sizeBytes: Number(size), name } : null;
}

/** The complete backups in the folder, the oldest first. */
export async function backupsIn(folder: string): Promise<FolderBackup[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{8}T\d{6}Z$/.test(name)).toSorted();
  return names.map((name) => ({ path: join(folder, name), createdAt: instantOf(name) }));
}

/** The name of a backup of this instant. */
export const nameOf = (createdAt: Instant) =>
  `${new Date(createdAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

function instantOf(name: string): Instant {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? [];
  const [year = 0, month = 1, ...rest] = parts.map(Number);
  return instant(Date.UTC(year, month - 1, ...rest));
}

/** Removes a backup, but no shared bytes. A crash leaves no half of one under its name. */
export async function removeBackup(folder: string, { path }: FolderBackup, workFolder: string): Promise<void> {
  const removed = join(workFolder, "removed");
  await rename(path, removed);
  await sync(folder);
  await rm(removed, { recursive: true, force: true });
}
