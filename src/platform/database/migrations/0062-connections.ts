import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Shops that send their orders here: connections, what they send, and what is known of each of their orders. */
export const connections: SchemaMigration = async ({ schema }, { id, idType, text, integer }) => {
  await schema
    .createTable("connections")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("guid", text, (column) => column.notNull().unique())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("number", integer, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("test", integer, (column) => column.notNull())
    .addColumn("secret", text)
    .addColumn("old_secret", text)
    .addColumn("old_secret_until", integer)
    .addColumn("settings", text, (column) => column.notNull())
    .addColumn("access", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("first_event_at", integer)
    .addColumn("removed_at", integer)
    .addColumn("refused_count", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("last_refused_at", integer)
    .addColumn("next_poll_at", integer)
    .addColumn("polled_until", integer)
    .addColumn("poll_problem", text)
    .addUniqueConstraint("connections_number", ["account_id", "kind", "number"])
    .execute();
  await schema
    .createTable("connection_mappings")
    .addColumn("connection_id", integer, (column) => column.notNull())
    .addColumn("external_id", text, (column) => column.notNull())
    .addColumn("product_id", integer)
    .addPrimaryKeyConstraint("connection_mappings_pk", ["connection_id", "external_id"])
    .execute();
  await schema
    .createTable("connection_orders")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("connection_id", integer, (column) => column.notNull())
    .addColumn("external_id", text, (column) => column.notNull())
    .addColumn("facts", text, (column) => column.notNull())
    .addColumn("progress", text, (column) => column.notNull())
    .addColumn("order_id", integer)
    .addColumn("email", text)
    .addColumn("problem", text)
    .addColumn("problem_details", text)
    .addColumn("last_event_id", integer, (column) => column.notNull())
    .addColumn("updated_at", integer, (column) => column.notNull())
    .addColumn("settle_at", integer)
    .addUniqueConstraint("connection_orders_external", ["connection_id", "external_id"])
    .execute();
  await schema
    .createIndex("connection_orders_problem")
    .on("connection_orders")
    .columns(["account_id", "id"])
    .where(sql.ref("problem"), "is not", null)
    .execute();
  await schema
    .createIndex("connection_orders_email")
    .on("connection_orders")
    .columns(["account_id", "email"])
    .where(sql.ref("email"), "is not", null)
    .execute();
  await schema
    .createIndex("connection_orders_order")
    .on("connection_orders")
    .column("order_id")
    .where(sql.ref("order_id"), "is not", null)
    .execute();
  await schema
    .createIndex("connection_orders_settle")
    .on("connection_orders")
    .column("settle_at")
    .where(sql.ref("settle_at"), "is not", null)
    .execute();
  await schema
    .createTable("connection_events")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("connection_id", integer, (column) => column.notNull())
    .addColumn("received_at", integer, (column) => column.notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("topic", text, (column) => column.notNull())
    .addColumn("external_id", text)
    .addColumn("headers", text, (column) => column.notNull())
    .addColumn("body", text, (column) => column.notNull())
    .addColumn("encoding", text, (column) => column.notNull())
    .addColumn("fetched", text)
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("note", text)
    .addColumn("attempts", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("next_attempt_at", integer, (column) => column.notNull())
    .addColumn("lease_until", integer)
    .addColumn("order_id", integer)
    .execute();
  await schema.createIndex("connection_events_list").on("connection_events").columns(["connection_id", "id"]).execute();
  await schema
    .createIndex("connection_events_due")
    .on("connection_events")
    .column("next_attempt_at")
    .where(sql<boolean>`state = 'pending'`)
    .execute();
  await schema
    .createIndex("connection_events_attention")
    .on("connection_events")
    .columns(["account_id", "id"])
    .where(sql<boolean>`state in ('needs_attention', 'failed')`)
    .execute();
  await schema
    .createIndex("connection_events_external")
    .on("connection_events")
    .columns(["connection_id", "external_id", "id"])
    .execute();
  await schema
    .createIndex("connection_events_order")
    .on("connection_events")
    .column("order_id")
    .where(sql.ref("order_id"), "is not", null)
    .execute();
  await schema.createIndex("connection_events_age").on("connection_events").column("received_at").execute();
};
