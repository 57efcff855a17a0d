import type { SchemaMigration } from "../column-types.ts";

/** Adds the shop's name for a product that is matched by its ID. */
export const mappingNames: SchemaMigration = async ({ schema }, { text }) => {
  await schema
    .alterTable("connection_mappings")
    .addColumn("name", text, (column) => column.notNull().defaultTo(""))
    .execute();
};
