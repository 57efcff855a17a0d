import type { Installation } from "../backup/write-backup.ts";
import { type Context, readFiles } from "../context.ts";
import { generatedSecret } from "../secret.ts";

/** What a backup of the installation holds. */
export async function installationOf({ config, db, kept }: Context): Promise<Installation> {
  // Not through the memory in which the server keeps small files.
  const files = await readFiles(config);
  return { db, kept, files, secret: config.secret === null ? await generatedSecret(config.data) : null };
}
