import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Adds how a product's files are stamped. */
export const productStamps: SchemaMigration = async (db, { text }) => {
  await db.schema.alterTable("products").addColumn("stamp", text).execute();
  await sql`create index products_stamped on products (id) where stamp is not null`.execute(db);
};

/** Adds whether a file can be stamped. */
export const stampChecks: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("files").addColumn("stamp_check", text).execute();
};

/** Adds the files that were stamped for orders. */
export const stampedFiles: SchemaMigration = async ({ schema }, { id, idType, integer, text }) => {
  await schema
    .createTable("stamped_files")
    .addColumn("id", idType, id)
    .addColumn("order_id", integer, (column) => column.notNull())
    .addColumn("order_item_id", integer, (column) => column.notNull())
    .addColumn("file_id", integer, (column) => column.notNull())
    .addColumn("digest", text, (column) => column.notNull())
    .addColumn("storage_key", text, (column) => column.notNull())
    .addColumn("size_bytes", integer, (column) => column.notNull())
    .addColumn("sha256", text, (column) => column.notNull())
    .addColumn("made_at", integer, (column) => column.notNull())
    .addColumn("asked_at", integer, (column) => column.notNull())
    .execute();
  await schema
    .createIndex("stamped_files_item_file")
    .unique()
    .on("stamped_files")
    .columns(["order_item_id", "file_id"])
    .execute();
  await schema.createIndex("stamped_files_order_id").on("stamped_files").column("order_id").execute();
  await schema.createIndex("stamped_files_storage_key").on("stamped_files").column("storage_key").execute();
  await schema.createIndex("stamped_files_asked_at").on("stamped_files").column("asked_at").execute();
};
