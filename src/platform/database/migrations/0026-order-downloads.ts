import type { SchemaMigration } from "../column-types.ts";

/** An order item's downloads are found among its order's: each index makes every download slower. */
export const orderDownloads: SchemaMigration = async ({ schema }) => {
  await schema.dropIndex("downloads_order_item").execute();
};
