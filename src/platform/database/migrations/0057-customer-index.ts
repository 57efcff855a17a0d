import type { Kysely } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Customers with the number and the dates of their orders, as lists show and sort them. A worker fills both. */
export const customerIndex: SchemaMigration = async (db, { integer, text }) => {
  const { schema } = db;
  // No foreign keys: the rows are derived.
  await schema
    .createTable("customer_index_orders")
    .addColumn("order_id", integer, (column) => column.primaryKey())
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("address", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute();
  await schema
    .createIndex("customer_index_orders_address")
    .on("customer_index_orders")
    .columns(["account_id", "address", "created_at", "order_id"])
    .execute();
  await schema
    .createTable("customer_index")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("address", text, (column) => column.notNull())
    .addColumn("orders", integer, (column) => column.notNull())
    .addColumn("first_order_at", integer, (column) => column.notNull())
    .addColumn("last_order_at", integer, (column) => column.notNull())
    .addColumn("newest_order_id", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("customer_index_pk", ["account_id", "address"])
    .execute();
  for (const [name, column] of [
    ["customer_index_last", "last_order_at"],
    ["customer_index_most", "orders"],
  ] as const) {
    await schema.createIndex(name).on("customer_index").columns(["account_id", column, "address"]).execute();
  }
  // Fills them from the orders that there are, beside the comparison of orders with their index.
  await (db as Kysely<{ order_index_progress: { id: number; due_at: number } }>)
    .insertInto("order_index_progress")
    .values({ id: 2, due_at: 0 })
    .execute();
};
