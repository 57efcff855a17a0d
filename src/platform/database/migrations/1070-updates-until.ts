import type { SchemaMigration } from "../column-types.ts";

/** Adds the number of days for which new orders of a product get its updates. */
export const updatesForDays: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("products").addColumn("updates_for_days", integer).execute();
};

/** Adds the end of updates to an order item. */
export const updatesUntil: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("order_items").addColumn("updates_until", integer).execute();
};
