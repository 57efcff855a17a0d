import type { SchemaModule } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** Stores, and their settings. */
export async function createAccounts(schema: SchemaModule, { id, idType, text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("accounts")
    .addColumn("id", idType, id)
    .addColumn("handle", text, (column) => column.notNull().unique())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("billing_email", text, (column) => column.notNull())
    .addColumn("ecommerce_address", text, (column) => column.notNull())
    .addColumn("payment_address", text, (column) => column.notNull())
    .addColumn("custom_domain", text, (column) => column.unique())
    .addColumn("plan", text, (column) => column.notNull())
    .addColumn("currency", text, (column) => column.notNull().defaultTo("USD"))
    .addColumn("order_expiration_in_hours", integer)
    .addColumn("download_limit_per_item", integer)
    .addColumn("brand_color", text)
    .addColumn("logo_storage_key", text)
    .addColumn("logo_content_type", text)
    .addColumn("logo_sha256", text)
    .addColumn("sender_name", text, (column) => column.notNull().defaultTo(""))
    .addColumn("reply_to", text, (column) => column.notNull().defaultTo(""))
    .addColumn("language", text)
    .addColumn("self_service_renewals", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("api_key", text, (column) => column.notNull().unique())
    .addColumn("api_token_hash", text, (column) => column.notNull())
    .addColumn("api_token_encrypted", text, (column) => column.notNull())
    .addColumn("next_order_number", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute();
}
