import type { SchemaMigration } from "../column-types.ts";

/** Orders that expire some hours after their first download, and orders whose items have their products' limits. */
export const orderLimits: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("orders").addColumn("first_download_hours", integer).execute();
  await schema
    .alterTable("orders")
    .addColumn("limit_by_product", integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
