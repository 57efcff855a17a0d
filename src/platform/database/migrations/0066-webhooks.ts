import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Webhooks: endpoints, events that wait to be handed to them, and deliveries with their attempts. */
export const webhooks: SchemaMigration = async ({ schema }, { id, idType, text, integer }) => {
  await schema
    .createTable("webhook_endpoints")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("url", text, (column) => column.notNull())
    .addColumn("events", text, (column) => column.notNull())
    .addColumn("include_secrets", integer, (column) => column.notNull())
    .addColumn("secrets", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("failing_since", integer)
    .addColumn("disabled_at", integer)
    .addColumn("disabled_because", text)
    .addColumn("deleted_at", integer)
    .execute();
  await schema.createIndex("webhook_endpoints_account").on("webhook_endpoints").columns(["account_id", "id"]).execute();
  // No index: every order and download may add a row, and rows leave it within moments.
  await schema
    .createTable("webhook_events")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("happened", text, (column) => column.notNull())
    .execute();
  await schema
    .createTable("webhook_deliveries")
    .addColumn("id", idType, id)
    .addColumn("endpoint_id", integer, (column) => column.notNull().references("webhook_endpoints.id"))
    .addColumn("message_id", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("order_id", integer)
    .addColumn("payload", text)
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("tries", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("leases", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("lease_expires_at", integer)
    .addColumn("next_attempt_at", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("finished_at", integer)
    .execute();
  await schema.createIndex("webhook_deliveries_list").on("webhook_deliveries").columns(["endpoint_id", "id"]).execute();
  await schema
    .createIndex("webhook_deliveries_ready")
    .on("webhook_deliveries")
    .columns(["endpoint_id", "id"])
    .where(sql<boolean>`state = 'ready' and lease_expires_at is null`)
    .execute();
  await schema
    .createIndex("webhook_deliveries_deferred")
    .on("webhook_deliveries")
    .columns(["next_attempt_at"])
    .where(sql<boolean>`state = 'deferred'`)
    .execute();
  await schema
    .createIndex("webhook_deliveries_leases")
    .on("webhook_deliveries")
    .columns(["lease_expires_at"])
    .where(sql<boolean>`lease_expires_at is not null`)
    .execute();
  await schema
    .createIndex("webhook_deliveries_failed")
    .on("webhook_deliveries")
    .columns(["endpoint_id", "finished_at", "id"])
    .where(sql<boolean>`state = 'failed'`)
    .execute();
  await schema
    .createIndex("webhook_deliveries_order")
    .on("webhook_deliveries")
    .columns(["order_id", "endpoint_id", "id"])
    .where(sql<boolean>`order_id is not null`)
    .execute();
  await schema
    .createTable("webhook_attempts")
    .addColumn("id", idType, id)
    .addColumn("delivery_id", integer, (column) => column.notNull().references("webhook_deliveries.id"))
    .addColumn("attempted_at", integer, (column) => column.notNull())
    .addColumn("duration", integer, (column) => column.notNull())
    .addColumn("status", integer)
    .addColumn("response", text, (column) => column.notNull())
    .execute();
  await schema.createIndex("webhook_attempts_delivery").on("webhook_attempts").columns(["delivery_id", "id"]).execute();
  await schema
    .alterTable("accounts")
    .addColumn("webhook_events", text, (column) => column.notNull().defaultTo(""))
    .execute();
};
