import type { SchemaMigration } from "../column-types.ts";

/** How far downloads came. */
export const transfers: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("sent_downloads")
    .addColumn("first_id", integer, (column) => column.primaryKey())
    .addColumn("last_id", integer, (column) => column.notNull())
    .execute();
  await schema
    .createTable("partial_downloads")
    .addColumn("download_id", integer, (column) => column.primaryKey())
    .addColumn("sent_parts", text, (column) => column.notNull())
    .addColumn("broken_parts", text, (column) => column.notNull())
    .execute();
  await schema
    .createTable("transfer_days")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("product_id", integer, (column) => column.notNull())
    .addColumn("file_id", integer, (column) => column.notNull())
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("ended", integer, (column) => column.notNull())
    .addColumn("completed", integer, (column) => column.notNull())
    .addColumn("sent_bytes", integer, (column) => column.notNull())
    .addColumn("timed_bytes", integer, (column) => column.notNull())
    .addColumn("timed_milliseconds", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("transfer_days_pk", ["product_id", "file_id", "day"])
    .execute();
  await schema.createIndex("transfer_days_account").on("transfer_days").columns(["account_id", "day"]).execute();
};
