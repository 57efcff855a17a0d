import { type SchemaModule, sql } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** Orders and their lines. */
export async function createOrders(schema: SchemaModule, { id, idType, text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("orders")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("public_id", text, (column) => column.notNull())
    .addColumn("vendor_id", text)
    .addColumn("guid", text, (column) => column.notNull().unique())
    .addColumn("title", text, (column) => column.notNull())
    .addColumn("first_name", text, (column) => column.notNull())
    .addColumn("last_name", text, (column) => column.notNull())
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("currency", text)
    .addColumn("custom_1", text)
    .addColumn("custom_2", text)
    .addColumn("custom_3", text)
    .addColumn("expires_at", integer)
    .addColumn("download_limit", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("deleted_at", integer)
    .execute();
  await schema
    .createIndex("orders_public_id")
    .unique()
    .on("orders")
    .columns(["account_id", "public_id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await schema
    .createIndex("orders_vendor_id")
    .unique()
    .on("orders")
    .columns(["account_id", "vendor_id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  for (const column of ["email", "first_name", "last_name"]) {
    const lowerCase = sql`lower(${sql.ref(column)})`;
    await schema.createIndex(`orders_${column}`).on("orders").columns(["account_id"]).expression(lowerCase).execute();
  }
  await schema
    .createIndex("orders_account")
    .on("orders")
    .columns(["account_id", "id", "deleted_at"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();

  await schema
    .createTable("order_items")
    .addColumn("id", idType, id)
    .addColumn("order_id", integer, (column) => column.notNull().references("orders.id"))
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("guid", text, (column) => column.notNull().unique())
    .addColumn("quantity", integer, (column) => column.notNull())
    .addColumn("allowance_override", integer)
    .addColumn("download_count", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("keys_assigned", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("price", "double precision")
    .addColumn("custom_1", text)
    .addColumn("custom_2", text)
    .addColumn("custom_3", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("removed_at", integer)
    .execute();
  await schema.createIndex("order_items_order").on("order_items").columns(["order_id", "id"]).execute();
  await schema
    .createIndex("order_items_order_product")
    .unique()
    .on("order_items")
    .columns(["order_id", "product_id"])
    .where(sql.ref("removed_at"), "is", null)
    .execute();
  await schema
    .createIndex("order_items_product")
    .on("order_items")
    .columns(["product_id", "id", "removed_at"])
    .where(sql.ref("removed_at"), "is", null)
    .execute();
  await schema
    .createIndex("order_items_waiting_for_keys")
    .on("order_items")
    .columns(["product_id", "id"])
    .where(sql<boolean>`keys_assigned < quantity and removed_at is null`)
    .execute();
}
