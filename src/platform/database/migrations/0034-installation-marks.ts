import type { SchemaMigration } from "../column-types.ts";

/** What is to be known of a database before anybody uses it: such as that it is being filled, or was moved. */
export const installationMarks: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("installation_marks")
    .addColumn("name", text, (column) => column.primaryKey())
    .addColumn("detail", text, (column) => column.notNull())
    .addColumn("marked_at", integer, (column) => column.notNull())
    .execute();
};
