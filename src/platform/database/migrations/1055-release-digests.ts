import type { SchemaMigration } from "../column-types.ts";

/** Adds the SHA-512 of released files, which Electron's feeds need and uploads do not provide. */
export const releaseDigests: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("file_releases").addColumn("sha512", text).execute();
};
