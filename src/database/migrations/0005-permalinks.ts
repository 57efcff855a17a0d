import type { SchemaMigration } from "../migrate.ts";

/** A product's permalink can be turned off. */
export const permalinks: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("products").addColumn("permalink_disabled_at", integer).execute();
};
