import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Finds what waits of each connection to be processed, and what waits before it, however much others have. */
export const turnsOfConnections: SchemaMigration = async ({ schema }) => {
  await schema
    .createIndex("connection_events_turns")
    .on("connection_events")
    .columns(["connection_id", "next_attempt_at", "id"])
    .where(sql<boolean>`state = 'pending'`)
    .execute();
  await schema
    .createIndex("connection_events_earlier")
    .on("connection_events")
    .columns(["connection_id", "external_id", "id"])
    .where(sql<boolean>`state = 'pending'`)
    .execute();
  await schema.dropIndex("connection_events_due").execute();
  await schema
    .createIndex("connection_orders_turns")
    .on("connection_orders")
    .columns(["connection_id", "settle_at", "id"])
    .where(sql.ref("settle_at"), "is not", null)
    .execute();
  await schema.dropIndex("connection_orders_settle").execute();
};
