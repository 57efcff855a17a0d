import type { SchemaMigration } from "../column-types.ts";

/** Limits of their own for a product's large files. */
export const largeFileLimits: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("products").addColumn("large_file_bytes", integer).execute();
  await schema.alterTable("products").addColumn("large_file_download_limit", integer).execute();
};
