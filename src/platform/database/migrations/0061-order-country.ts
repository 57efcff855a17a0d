import type { SchemaMigration } from "../column-types.ts";

/** The customer's country, where the shop gave one. */
export const orderCountry: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("orders").addColumn("country", text).execute();
};
