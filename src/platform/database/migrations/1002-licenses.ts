import type { SchemaMigration } from "../column-types.ts";

/** Adds the devices on which licenses are used, and the secrets for a store's answers about its licenses. */
export const licenses: SchemaMigration = async ({ schema }, { id, idType, integer, text }) => {
  await schema
    .createTable("license_secrets")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("use", text, (column) => column.notNull())
    .addColumn("key_id", text, (column) => column.notNull())
    .addColumn("secret", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addUniqueConstraint("license_secrets_key_id", ["account_id", "use", "key_id"])
    .execute();
  await schema
    .createTable("license_devices")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("license_key_id", integer, (column) => column.notNull())
    .addColumn("device_hash", text, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("takes_place", integer, (column) => column.notNull())
    .addColumn("activated_at", integer, (column) => column.notNull())
    .addColumn("last_seen_at", integer, (column) => column.notNull())
    .addUniqueConstraint("license_devices_device", ["license_key_id", "device_hash"])
    .execute();
  await schema.createIndex("license_devices_account").on("license_devices").columns(["account_id", "id"]).execute();
};

/** Adds how many devices may use each license key of a product. */
export const productDeviceLimit: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("products").addColumn("device_limit", integer).execute();
};

/** Adds how many devices may use each license key of an order item. */
export const itemDeviceLimit: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("order_items").addColumn("device_limit", integer).execute();
};
