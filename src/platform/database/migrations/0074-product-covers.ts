import type { SchemaMigration } from "../column-types.ts";

/** The picture that customers see beside a product. The index finds those with one, for backups and the orphan sweep. */
export const productCovers: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("products").addColumn("cover_storage_key", text).execute();
  await schema.alterTable("products").addColumn("cover_content_type", text).execute();
  await schema.alterTable("products").addColumn("cover_sha256", text).execute();
  await schema
    .createIndex("products_cover")
    .on("products")
    .column("cover_storage_key")
    .where("cover_storage_key", "is not", null)
    .execute();
};
