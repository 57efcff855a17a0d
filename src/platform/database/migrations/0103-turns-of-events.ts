import type { SchemaMigration } from "../column-types.ts";

/** Finds the oldest events of each store among those that wait to be handed to its endpoints. */
export const turnsOfEvents: SchemaMigration = async ({ schema }) => {
  await schema.createIndex("webhook_events_account").on("webhook_events").columns(["account_id", "id"]).execute();
};
