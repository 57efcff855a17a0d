import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Deliveries that are made again stand where their message stood, and a message has one delivery to an endpoint. */
export const webhookReplays: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("webhook_deliveries").addColumn("place", integer).execute();
  await schema.alterTable("webhook_deliveries").addColumn("lined_up_at", integer).execute();
  await schema.dropIndex("webhook_deliveries_ready").execute();
  await schema
    .createIndex("webhook_deliveries_ready")
    .on("webhook_deliveries")
    .expression(sql`endpoint_id, coalesce(place, id)`)
    .where(sql<boolean>`state = 'ready' and lease_expires_at is null`)
    .execute();
  await schema.dropIndex("webhook_deliveries_order").execute();
  await schema
    .createIndex("webhook_deliveries_order")
    .on("webhook_deliveries")
    .expression(sql`order_id, endpoint_id, coalesce(place, id)`)
    .where(sql<boolean>`order_id is not null`)
    .execute();
  await schema
    .createIndex("webhook_deliveries_message")
    .unique()
    .on("webhook_deliveries")
    .columns(["endpoint_id", "message_id"])
    .execute();
};
