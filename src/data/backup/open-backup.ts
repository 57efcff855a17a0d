import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../platform/errors.ts";
import { parts } from "./contents.ts";
import { openBackupFolder } from "./folder-reader.ts";
import type { BackupReader } from "./reader.ts";
import { openTar } from "./tar-reader.ts";

/**
 * Opens the backup at `path`: a single file, or a folder inside a folder of backups. Throws `invalid` if there is none.
 */
export async function openBackup(path: string): Promise<BackupReader> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return openTar(path);
  if (found && !found.isDirectory()) {
    const next = "Save it to a file first: it is read twice, once to check it and once to restore it";
    throw new DomainError("invalid", `${path} is a pipe or a device, and no file. ${next}.`);
  }
  if (!found) throw new DomainError("invalid", `There is no backup at ${path}.`);
  if (await stat(join(path, parts.manifest)).catch(() => null)) return openBackupFolder(path);
  throw new DomainError("invalid", `${path} is a folder, and no backup. Name one of the backups in it.`);
}
