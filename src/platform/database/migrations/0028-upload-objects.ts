import type { SchemaMigration } from "../column-types.ts";

/** What an S3 store has of incomplete uploads, and an index by which stored bytes find their file. */
export const uploadObjects: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("upload_objects")
    .addColumn("upload_id", text, (column) => column.primaryKey())
    .addColumn("multipart_id", text)
    .addColumn("next_part", integer, (column) => column.notNull().defaultTo(1))
    .addColumn("received_bytes", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("tail_key", text)
    .addColumn("tail_bytes", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("storing_until", integer)
    .addColumn("modified_at", integer, (column) => column.notNull())
    .execute();
  await schema
    .createTable("upload_parts")
    .addColumn("upload_id", text, (column) => column.notNull())
    .addColumn("number", integer, (column) => column.notNull())
    .addColumn("etag", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("upload_parts_pk", ["upload_id", "number"])
    .execute();
  await schema.createIndex("files_storage_key").on("files").column("storage_key").execute();
};
