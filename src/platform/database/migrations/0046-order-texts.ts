import type { Kysely } from "kysely";
import type { SchemaMigration } from "../column-types.ts";
import { createTextIndex } from "../text-index.ts";

/** Finds orders by any part of their texts, and counts those of a product by state. A worker fills both. */
export const orderTexts: SchemaMigration = async (db, { integer, text }) => {
  const { schema } = db;
  await schema
    .createTable("order_texts")
    .addColumn("order_id", integer, (column) => column.primaryKey())
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("text", text, (column) => column.notNull())
    .execute();
  await schema.createIndex("order_texts_account").on("order_texts").columns(["account_id", "order_id"]).execute();
  await createTextIndex(db);
  await schema
    .createTable("order_index_products")
    .addColumn("order_id", integer, (column) => column.notNull())
    .addColumn("product_id", integer, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("order_index_products_pk", ["order_id", "product_id"])
    .execute();
  await schema
    .createIndex("order_index_products_state")
    .on("order_index_products")
    .columns(["product_id", "state", "created_at", "order_id"])
    .execute();
  // All orders are compared with the index again, so that it gets these.
  await (db as Kysely<{ order_index_progress: { due_at: number } }>)
    .updateTable("order_index_progress")
    .set({ due_at: 0 })
    .execute();
};
