import type { SchemaModule } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** Resumable uploads. */
export async function createUploads(schema: SchemaModule, { text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("uploads")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("content_type", text, (column) => column.notNull())
    .addColumn("metadata", text, (column) => column.notNull())
    .addColumn("size_bytes", integer)
    .addColumn("file_id", integer, (column) => column.references("files.id"))
    .addColumn("product_id", integer, (column) => column.references("products.id"))
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute();
  await schema.createIndex("uploads_age").on("uploads").column("created_at").execute();
}
