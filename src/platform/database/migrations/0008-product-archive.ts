import type { SchemaMigration } from "../column-types.ts";

/** Products that are no longer sold. */
export const productArchive: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("products").addColumn("archived_at", integer).execute();
};
