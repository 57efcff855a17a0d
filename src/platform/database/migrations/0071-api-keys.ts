import type { SchemaMigration } from "../column-types.ts";

/** API keys with their secrets, and the last calls that were made with them. */
export const apiKeys: SchemaMigration = async ({ schema }, { id, idType, text, integer }) => {
  await schema
    .createTable("api_keys")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("scopes", text, (column) => column.notNull())
    .addColumn("test", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer)
    .addColumn("last_used_at", integer)
    .execute();
  await schema.createIndex("api_keys_account").on("api_keys").columns(["account_id", "id"]).execute();
  await schema
    .createTable("api_key_secrets")
    .addColumn("hash", text, (column) => column.primaryKey())
    .addColumn("api_key_id", integer, (column) => column.notNull().references("api_keys.id"))
    .addColumn("last_four", text, (column) => column.notNull())
    .addColumn("ends_at", integer)
    .execute();
  await schema.createIndex("api_key_secrets_key").on("api_key_secrets").columns(["api_key_id"]).execute();
  await schema
    .createTable("api_requests")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("api_key_id", integer)
    .addColumn("api_key_name", text)
    .addColumn("method", text, (column) => column.notNull())
    .addColumn("path", text, (column) => column.notNull())
    .addColumn("status", integer, (column) => column.notNull())
    .addColumn("duration", integer, (column) => column.notNull())
    .addColumn("request_id", text, (column) => column.notNull())
    .addColumn("at", integer, (column) => column.notNull())
    .execute();
  await schema.createIndex("api_requests_account").on("api_requests").columns(["account_id", "id"]).execute();
};
