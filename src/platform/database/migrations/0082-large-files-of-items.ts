import type { SchemaMigration } from "../column-types.ts";

/** The limits for large files that an order item has from its product. */
export const largeFilesOfItems: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("order_items").addColumn("large_file_bytes", integer).execute();
  await schema.alterTable("order_items").addColumn("large_file_download_limit", integer).execute();
  await schema.alterTable("order_items").addColumn("large_file_allowance_override", integer).execute();
};
