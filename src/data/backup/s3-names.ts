import { isBackupName } from "./backup-names.ts";
import { sharedName } from "./shared-parts.ts";

/** The prefix of the names of all shared bytes. */
export const sharedFolder = `${sharedName}/`;

/** The name of the bytes with this hash. */
export const sharedObject = (sha256: string): string => `${sharedFolder}${sha256.slice(0, 2)}/${sha256.slice(2)}`;

/** The hash in the name of shared bytes; null for any other name. */
export function sharedHashOf(key: string): string | null {
  const [, start, rest] = /^blobs\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(key) ?? [];
  return start && rest ? start + rest : null;
}

/** The name of the backup that owns this object; null if none does. */
export function backupOf(key: string): string | null {
  const [, name, part] = /^(\w+)\/([\w.-]+)$/.exec(key) ?? [];
  return name && part && isBackupName(name) ? name : null;
}

/** Whether an object belongs to backups. */
export const isOwnObject = (key: string): boolean => backupOf(key) !== null || sharedHashOf(key) !== null;
