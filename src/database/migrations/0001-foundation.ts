import { sql } from "kysely";
import type { SchemaMigration } from "../migrate.ts";
import { createRenewalTables } from "./renewal-tables.ts";
import { createSignInTables } from "./sign-in-tables.ts";
import { createWordingTables } from "./wording-tables.ts";

/** Accounts, products and files, orders, downloads, the outbox. */
export const foundation: SchemaMigration = async (db, types) => {
  const { id, idType, text, integer } = types;
  const { schema } = db;

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

  await createSignInTables(schema, types);
  await createWordingTables(schema, types);

  await schema
    .createTable("products")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("sku", text, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("price", "double precision")
    .addColumn("currency", text)
    .addColumn("guid", text, (column) => column.notNull().unique())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("deleted_at", integer)
    .execute();
  await schema.createIndex("products_account").on("products").columns(["account_id", "id"]).execute();
  await schema
    .createIndex("products_sku")
    .unique()
    .on("products")
    .columns(["account_id", "sku"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();

  await schema
    .createTable("files")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("size_bytes", integer, (column) => column.notNull())
    .addColumn("content_type", text, (column) => column.notNull())
    .addColumn("sha256", text, (column) => column.notNull())
    .addColumn("storage_key", text)
    .addColumn("external_url", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("deleted_at", integer)
    .execute();
  await schema.createIndex("files_account").on("files").columns(["account_id", "id"]).execute();

  await schema
    .createTable("product_files")
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("file_id", integer, (column) => column.notNull().references("files.id"))
    .addColumn("position", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("product_files_pk", ["product_id", "file_id"])
    .execute();
  await schema.createIndex("product_files_file").on("product_files").column("file_id").execute();

  await schema
    .createTable("orders")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("public_id", text, (column) => column.notNull())
    .addColumn("vendor_id", text)
    .addColumn("guid", text, (column) => column.notNull().unique())
    .addColumn("title", text, (column) => column.notNull())
    .addColumn("first_name", text, (column) => column.notNull())
    .addColumn("last_name", text, (column) => column.notNull())
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("currency", text)
    .addColumn("custom_1", text)
    .addColumn("custom_2", text)
    .addColumn("custom_3", text)
    .addColumn("expires_at", integer)
    .addColumn("download_limit", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("deleted_at", integer)
    .execute();
  await schema
    .createIndex("orders_public_id")
    .unique()
    .on("orders")
    .columns(["account_id", "public_id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await schema
    .createIndex("orders_vendor_id")
    .unique()
    .on("orders")
    .columns(["account_id", "vendor_id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  for (const column of ["email", "first_name", "last_name"]) {
    const lowerCase = sql`lower(${sql.ref(column)})`;
    await schema.createIndex(`orders_${column}`).on("orders").columns(["account_id"]).expression(lowerCase).execute();
  }
  await schema.createIndex("orders_account").on("orders").columns(["account_id", "id"]).execute();

  await schema
    .createTable("order_items")
    .addColumn("id", idType, id)
    .addColumn("order_id", integer, (column) => column.notNull().references("orders.id"))
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("guid", text, (column) => column.notNull().unique())
    .addColumn("quantity", integer, (column) => column.notNull())
    .addColumn("allowance_override", integer)
    .addColumn("download_count", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("keys_assigned", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("price", "double precision")
    .addColumn("custom_1", text)
    .addColumn("custom_2", text)
    .addColumn("custom_3", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("removed_at", integer)
    .execute();
  await schema
    .createIndex("order_items_order_product")
    .unique()
    .on("order_items")
    .columns(["order_id", "product_id"])
    .where(sql.ref("removed_at"), "is", null)
    .execute();
  await schema.createIndex("order_items_product").on("order_items").column("product_id").execute();

  await schema
    .createIndex("order_items_waiting_for_keys")
    .on("order_items")
    .columns(["product_id", "id"])
    .where(sql<boolean>`keys_assigned < quantity and removed_at is null`)
    .execute();

  await createRenewalTables(schema, types);

  await schema
    .createTable("license_keys")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("key", text, (column) => column.notNull())
    .addColumn("order_item_id", integer, (column) => column.references("order_items.id"))
    .addColumn("assigned_at", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addUniqueConstraint("license_keys_product_key", ["product_id", "key"])
    .execute();
  await schema
    .createIndex("license_keys_unassigned")
    .on("license_keys")
    .columns(["product_id", "id"])
    .where(sql.ref("assigned_at"), "is", null)
    .execute();
  await schema.createIndex("license_keys_order_item").on("license_keys").column("order_item_id").execute();
  await schema.createIndex("license_keys_key").on("license_keys").columns(["account_id", "key"]).execute();

  await schema
    .createTable("allowances")
    .addColumn("order_item_id", integer, (column) => column.notNull().references("order_items.id"))
    .addColumn("file_id", integer, (column) => column.notNull().references("files.id"))
    .addColumn("taken", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("allowances_pk", ["order_item_id", "file_id"])
    .execute();

  await schema
    .createTable("downloads")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("order_id", integer, (column) => column.references("orders.id"))
    .addColumn("order_item_id", integer, (column) => column.references("order_items.id"))
    .addColumn("file_id", integer, (column) => column.notNull())
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("size_bytes", integer, (column) => column.notNull())
    .addColumn("ip_address", text, (column) => column.notNull())
    .addColumn("user_agent", text, (column) => column.notNull())
    .addColumn("downloaded_at", integer, (column) => column.notNull())
    .execute();
  await schema.createIndex("downloads_account").on("downloads").columns(["account_id", "id"]).execute();
  await schema.createIndex("downloads_time").on("downloads").columns(["account_id", "downloaded_at", "id"]).execute();
  await schema.createIndex("downloads_product").on("downloads").columns(["product_id", "id"]).execute();
  await schema.createIndex("downloads_order").on("downloads").columns(["order_id", "id"]).execute();
  await schema.createIndex("downloads_order_item").on("downloads").columns(["order_item_id", "id"]).execute();
  await schema
    .createIndex("downloads_client")
    .on("downloads")
    .columns(["file_id", "ip_address", "downloaded_at"])
    .execute();

  await schema
    .createTable("emails")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("kind", text, (column) => column.notNull().defaultTo("delivery"))
    .addColumn("order_id", integer, (column) => column.references("orders.id"))
    .addColumn("recipient", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("attempts", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("next_attempt_at", integer, (column) => column.notNull())
    .addColumn("lease_expires_at", integer)
    .addColumn("message_id", text, (column) => column.notNull())
    .addColumn("subject", text)
    .addColumn("text_body", text)
    .addColumn("html_body", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("sent_at", integer)
    .execute();
  await schema.createIndex("emails_due").on("emails").columns(["status", "next_attempt_at"]).execute();
  await schema.createIndex("emails_order").on("emails").column("order_id").execute();
  await schema.createIndex("emails_account").on("emails").columns(["account_id", "kind", "id"]).execute();
  await schema
    .createIndex("emails_recipient")
    .on("emails")
    .columns(["account_id", "kind"])
    .expression(sql`lower(recipient)`)
    .execute();
  await schema.createIndex("emails_status").on("emails").columns(["account_id", "kind", "status", "id"]).execute();

  await schema
    .createTable("email_tries")
    .addColumn("id", idType, id)
    .addColumn("email_id", integer, (column) => column.notNull().references("emails.id"))
    .addColumn("tried_at", integer, (column) => column.notNull())
    .addColumn("outcome", text, (column) => column.notNull())
    .addColumn("response", text, (column) => column.notNull())
    .execute();
  await schema.createIndex("email_tries_email").on("email_tries").column("email_id").execute();

  await schema
    .createTable("email_allowances")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("queued", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("email_allowances_pk", ["account_id", "day"])
    .execute();

  await schema
    .createTable("product_days")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("orders", integer, (column) => column.notNull())
    .addColumn("downloads", integer, (column) => column.notNull())
    .addColumn("bytes", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("product_days_pk", ["product_id", "day"])
    .execute();
  await schema.createIndex("product_days_account").on("product_days").columns(["account_id", "day"]).execute();

  await schema
    .createTable("account_days")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("orders", integer, (column) => column.notNull())
    .addColumn("emails", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("account_days_pk", ["account_id", "day"])
    .execute();

  await schema
    .createTable("idempotency_keys")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("key", text, (column) => column.notNull())
    .addColumn("request_hash", text, (column) => column.notNull())
    .addColumn("status", integer, (column) => column.notNull())
    .addColumn("body", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_keys_pk", ["account_id", "key"])
    .execute();
  await schema.createIndex("idempotency_keys_age").on("idempotency_keys").column("created_at").execute();

  await schema
    .createTable("file_removals")
    .addColumn("id", idType, id)
    .addColumn("storage_key", text, (column) => column.notNull())
    .execute();
};
