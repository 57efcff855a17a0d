import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Finds the items that wait for keys by the age of their orders: simultaneous orders write their items in any order. */
export const waitingOrders: SchemaMigration = async ({ schema }) => {
  await schema
    .createIndex("order_items_of_orders_waiting_for_keys")
    .on("order_items")
    .columns(["product_id", "order_id", "id"])
    .where(sql<boolean>`keys_assigned < quantity and removed_at is null`)
    .execute();
  await schema.dropIndex("order_items_waiting_for_keys").execute();
};
