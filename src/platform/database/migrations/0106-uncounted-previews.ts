import type { SchemaMigration } from "../column-types.ts";

/** Whether previews count as downloads, and when customers saw or heard files without counting. */
export const uncountedPreviews: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .alterTable("accounts")
    .addColumn("count_previews", integer, (column) => column.notNull().defaultTo(1))
    .execute();
  await schema
    .createTable("order_previews")
    .addColumn("order_id", integer, (column) => column.notNull())
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("ip_address", text, (column) => column.notNull())
    .addColumn("opened", integer, (column) => column.notNull())
    .addColumn("first_at", integer, (column) => column.notNull())
    .addColumn("last_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("order_previews_pk", ["order_id", "ip_address"])
    .execute();
  await schema.createIndex("order_previews_account").on("order_previews").columns(["account_id", "last_at"]).execute();
};
