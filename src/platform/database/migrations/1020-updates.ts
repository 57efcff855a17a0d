import type { SchemaMigration } from "../column-types.ts";

/** Adds who may ask for a product's update feeds, and their address. */
export const productUpdates: SchemaMigration = async ({ schema }, { text }) => {
  await schema
    .alterTable("products")
    .addColumn("updates", text, (column) => column.notNull().defaultTo("off"))
    .execute();
  await schema.alterTable("products").addColumn("update_guid", text).execute();
  await schema.createIndex("products_update_guid").unique().on("products").column("update_guid").execute();
};

/** Adds what update feeds say about versions of files. */
export const fileReleases: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema
    .createTable("file_releases")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("file_id", integer, (column) => column.notNull())
    .addColumn("number", integer, (column) => column.notNull())
    .addColumn("version", text)
    .addColumn("platform", text)
    .addColumn("signature", text)
    .addPrimaryKeyConstraint("file_releases_pk", ["file_id", "number"])
    .execute();
};
