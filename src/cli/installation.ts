import { generatedSecret } from "../config/secret.ts";
import { type Context, readFiles } from "../context.ts";
import type { Installation } from "../data/backup/write-backup.ts";
import type { Database } from "../platform/database/database.ts";
import { namingFullDisk } from "../platform/full-disk.ts";

/**
 * What a backup of the installation contains. If the disk of the data folder is full, its database says so, to distinguish it
 * from the disk of the backup.
 */
export async function installationOf({ config, db: own, kept }: Context): Promise<Installation> {
  // Bypasses the server's cache of small files.
  const files = await readFiles(config);
  const write: Database["write"] = (unit, caller) => namingFullDisk(config.data, () => own.write(unit, caller));
  const db = { ...own, write };
  return { db, kept, files, secret: config.secret === null ? await generatedSecret(config.data) : null };
}
