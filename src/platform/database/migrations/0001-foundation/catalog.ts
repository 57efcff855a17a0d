import { type SchemaModule, sql } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** Products, and the files that they deliver. */
export async function createCatalog(schema: SchemaModule, { id, idType, text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("products")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("sku", text, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("price", "double precision")
    .addColumn("currency", text)
    .addColumn("guid", text, (column) => column.notNull().unique())
    .addColumn("permalink_disabled_at", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("deleted_at", integer)
    .execute();
  await schema.createIndex("products_account").on("products").columns(["account_id", "id"]).execute();
  await schema
    .createIndex("products_sku")
    .unique()
    .on("products")
    .columns(["account_id", "sku"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();

  await schema
    .createTable("files")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("size_bytes", integer, (column) => column.notNull())
    .addColumn("content_type", text, (column) => column.notNull())
    .addColumn("sha256", text, (column) => column.notNull())
    .addColumn("storage_key", text)
    .addColumn("external_url", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("deleted_at", integer)
    .execute();
  await schema.createIndex("files_account").on("files").columns(["account_id", "id"]).execute();
  await schema
    .createIndex("files_filename")
    .on("files")
    .columns(["account_id"])
    .expression(sql`lower(${sql.ref("filename")})`)
    .execute();

  await schema
    .createTable("product_files")
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("file_id", integer, (column) => column.notNull().references("files.id"))
    .addColumn("position", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("product_files_pk", ["product_id", "file_id"])
    .execute();
  await schema.createIndex("product_files_file").on("product_files").column("file_id").execute();

  await schema
    .createTable("file_removals")
    .addColumn("id", idType, id)
    .addColumn("storage_key", text, (column) => column.notNull())
    .execute();
}
