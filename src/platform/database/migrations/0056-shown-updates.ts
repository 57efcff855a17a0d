import type { SchemaMigration } from "../column-types.ts";

/** Whether customers see when files were updated. */
export const shownUpdates: SchemaMigration = async ({ schema }, { integer }) => {
  await schema
    .alterTable("accounts")
    .addColumn("show_file_updates", integer, (column) => column.notNull().defaultTo(1))
    .execute();
};
