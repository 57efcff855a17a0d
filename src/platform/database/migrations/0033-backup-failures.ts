import type { SchemaMigration } from "../column-types.ts";

/** Why the last backup on schedule failed. */
export const backupFailures: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("backup_failures")
    .addColumn("id", integer, (column) => column.primaryKey())
    .addColumn("failed_at", integer, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .execute();
};
