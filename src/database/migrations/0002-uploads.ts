import { sql } from "kysely";
import type { SchemaMigration } from "../migrate.ts";

/** Resumable uploads, and the search for files by the beginning of their name. */
export const uploads: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("uploads")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("content_type", text, (column) => column.notNull())
    .addColumn("metadata", text, (column) => column.notNull())
    .addColumn("size_bytes", integer)
    .addColumn("file_id", integer, (column) => column.references("files.id"))
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute();
  await schema.createIndex("uploads_age").on("uploads").column("created_at").execute();
  await schema
    .createIndex("files_filename")
    .on("files")
    .columns(["account_id"])
    .expression(sql`lower(${sql.ref("filename")})`)
    .execute();
};
