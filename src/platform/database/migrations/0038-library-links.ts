import type { SchemaMigration } from "../column-types.ts";

/** Links with which customers see all that they have bought. */
export const libraryLinks: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("library_links")
    .addColumn("token_hash", text, (column) => column.primaryKey())
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("expires_at", integer, (column) => column.notNull())
    .execute();
  await schema.createIndex("library_links_expires_at").on("library_links").column("expires_at").execute();
  await schema.createIndex("library_links_email").on("library_links").columns(["account_id", "email"]).execute();
};
