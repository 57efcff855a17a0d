import type { SchemaMigration } from "../column-types.ts";

/** Names of webhook endpoints, and headers of the store's own that are sent to them. */
export const webhookHeaders: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("webhook_endpoints").addColumn("name", text).execute();
  await schema.alterTable("webhook_endpoints").addColumn("headers", text).execute();
  await schema
    .alterTable("webhook_endpoints")
    .addColumn("header_names", text, (column) => column.notNull().defaultTo("[]"))
    .execute();
};
