import type { SchemaMigration } from "../column-types.ts";

/** Finds the orders that a subscription pays for. */
export const ordersOfSubscriptions: SchemaMigration = async ({ schema }) => {
  await schema
    .createIndex("orders_subscription_id")
    .on("orders")
    .columns(["account_id", "subscription_id"])
    .where("subscription_id", "is not", null)
    .execute();
};
