import type { SchemaMigration } from "../column-types.ts";

/** Other IDs by which a shop's events name an order, such as those of invoice and charge. */
export const connectionOrderNames: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema
    .createTable("connection_order_names")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("external_id", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("connection_order_names_pk", ["account_id", "kind", "name"])
    .execute();
  await schema
    .createIndex("connection_order_names_order")
    .on("connection_order_names")
    .columns(["account_id", "kind", "external_id"])
    .execute();
};
