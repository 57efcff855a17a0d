import type { SchemaMigration } from "../column-types.ts";

/** Holds on the removal of stored bytes, which backups take while they copy. */
export const removalHolds: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("removal_holds")
    .addColumn("name", text, (column) => column.primaryKey())
    .addColumn("holder", text, (column) => column.notNull())
    .addColumn("expires_at", integer, (column) => column.notNull())
    .execute();
};
