import type { SchemaMigration } from "../column-types.ts";

/** Adds for how many days new orders of a product get its updates. */
export const updatesForDays: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("products").addColumn("updates_for_days", integer).execute();
};

/** Adds until when an order item gets updates. */
export const updatesUntil: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("order_items").addColumn("updates_until", integer).execute();
};
