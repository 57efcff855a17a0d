import type { SchemaMigration } from "../column-types.ts";

/** How long the links of a product's orders work, and how often each file can be downloaded. */
export const productLimits: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema.alterTable("products").addColumn("order_expiration_in_hours", integer).execute();
  await schema.alterTable("products").addColumn("download_limit", integer).execute();
  await schema
    .alterTable("products")
    .addColumn("expires_from", text, (column) => column.notNull().defaultTo("order"))
    .execute();
};
