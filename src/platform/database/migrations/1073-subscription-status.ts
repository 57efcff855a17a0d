import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Adds the last statement about the subscription that pays for an order. */
export const subscriptionStatus: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("orders").addColumn("subscription_status", text).execute();
};

/** Lists orders with subscriptions by their end. The index is rebuilt. It now also contains the status of each subscription. */
export const subscriptionLists: SchemaMigration = async (db) => {
  await db.schema
    .createIndex("order_index_usage_ends")
    .on("order_index_usage")
    .columns(["account_id", "usage", "expires_at", "order_id"])
    .where(sql.ref("usage"), ">", sql.lit("subscription"))
    .execute();
  await sql`update order_index_progress set due_at = 0, reached = null where id = 1`.execute(db);
};
