import type { SchemaMigration } from "../column-types.ts";

/** Adds an index for finding the orders that a subscription pays for. */
export const ordersOfSubscriptions: SchemaMigration = async ({ schema }) => {
  await schema
    .createIndex("orders_subscription_id")
    .on("orders")
    .columns(["account_id", "subscription_id"])
    .where("subscription_id", "is not", null)
    .execute();
};
