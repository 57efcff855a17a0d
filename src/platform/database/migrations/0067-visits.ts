import type { SchemaMigration } from "../column-types.ts";

/** When customers opened the pages of orders, and their emails. */
export const visits: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("order_visits")
    .addColumn("order_id", integer, (column) => column.notNull())
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("ip_address", text, (column) => column.notNull())
    .addColumn("opened", integer, (column) => column.notNull())
    .addColumn("first_at", integer, (column) => column.notNull())
    .addColumn("last_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("order_visits_pk", ["order_id", "ip_address"])
    .execute();
  await schema.createIndex("order_visits_account").on("order_visits").columns(["account_id", "last_at"]).execute();
  await schema
    .createTable("email_openings")
    .addColumn("email_id", integer, (column) => column.primaryKey())
    .addColumn("opened", integer, (column) => column.notNull())
    .addColumn("first_at", integer, (column) => column.notNull())
    .addColumn("last_at", integer, (column) => column.notNull())
    .execute();
};
