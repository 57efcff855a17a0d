import type { SchemaMigration } from "../column-types.ts";

/** Downloads of each file of an order item, so that a download need not write the item as well. */
export const downloadsOfFiles: SchemaMigration = async ({ schema }, { integer }) => {
  await schema
    .alterTable("allowances")
    .addColumn("download_count", integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
