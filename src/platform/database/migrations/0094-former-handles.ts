import type { SchemaMigration } from "../column-types.ts";

/** Handles that accounts had before: their host names still lead to them. */
export const formerHandles: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema
    .createTable("former_handles")
    .addColumn("handle", text, (column) => column.primaryKey().notNull())
    .addColumn("account_id", integer, (column) => column.notNull())
    .execute();
};
