import type { SchemaMigration } from "../column-types.ts";

/** The versions of files that are not the current ones. */
export const earlierVersions: SchemaMigration = async ({ schema }, { id, idType, integer, text }) => {
  await schema
    .createTable("file_versions")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("file_id", integer, (column) => column.notNull())
    .addColumn("number", integer, (column) => column.notNull())
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("size_bytes", integer, (column) => column.notNull())
    .addColumn("content_type", text, (column) => column.notNull())
    .addColumn("sha256", text, (column) => column.notNull())
    .addColumn("storage_key", text)
    .addColumn("note", text, (column) => column.notNull())
    .addColumn("added_by", text)
    .addColumn("added_at", integer, (column) => column.notNull())
    .addUniqueConstraint("file_versions_number", ["file_id", "number"])
    .execute();
  await schema.createIndex("file_versions_storage_key").on("file_versions").column("storage_key").execute();
};
