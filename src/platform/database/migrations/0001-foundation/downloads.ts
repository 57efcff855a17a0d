import type { SchemaModule } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** Downloads, and how much of each order's allowance is used. */
export async function createDownloads(schema: SchemaModule, { id, idType, text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("allowances")
    .addColumn("order_item_id", integer, (column) => column.notNull().references("order_items.id"))
    .addColumn("file_id", integer, (column) => column.notNull().references("files.id"))
    .addColumn("taken", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("allowances_pk", ["order_item_id", "file_id"])
    .execute();

  await schema
    .createTable("downloads")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("order_id", integer, (column) => column.references("orders.id"))
    .addColumn("order_item_id", integer, (column) => column.references("order_items.id"))
    .addColumn("file_id", integer, (column) => column.notNull())
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("size_bytes", integer, (column) => column.notNull())
    .addColumn("ip_address", text, (column) => column.notNull())
    .addColumn("user_agent", text, (column) => column.notNull())
    .addColumn("downloaded_at", integer, (column) => column.notNull())
    .execute();
  await schema.createIndex("downloads_account").on("downloads").columns(["account_id", "id"]).execute();
  await schema.createIndex("downloads_time").on("downloads").columns(["account_id", "downloaded_at", "id"]).execute();
  await schema.createIndex("downloads_product").on("downloads").columns(["product_id", "id"]).execute();
  await schema.createIndex("downloads_order").on("downloads").columns(["order_id", "id"]).execute();
  await schema.createIndex("downloads_order_item").on("downloads").columns(["order_item_id", "id"]).execute();
  await schema
    .createIndex("downloads_client")
    .on("downloads")
    .columns(["file_id", "ip_address", "downloaded_at"])
    .execute();
}
