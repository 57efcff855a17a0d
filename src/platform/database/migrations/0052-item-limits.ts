import type { SchemaMigration } from "../column-types.ts";

/** The download limit that an order item has from its product. */
export const itemLimits: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("order_items").addColumn("product_download_limit", integer).execute();
};
