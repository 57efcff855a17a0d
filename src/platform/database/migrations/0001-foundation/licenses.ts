import { type SchemaModule, sql } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** License keys. */
export async function createLicenses(schema: SchemaModule, { id, idType, text, integer }: ColumnTypes): Promise<void> {
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
  await schema.createIndex("license_keys_account").on("license_keys").columns(["account_id", "id"]).execute();
}
