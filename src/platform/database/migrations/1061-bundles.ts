import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Adds the products that a bundle holds. */
export const productContents: SchemaMigration = async (db, { text }) => {
  await db.schema.alterTable("products").addColumn("contents", text).execute();
  await sql`create index products_bundles on products (account_id) where contents is not null`.execute(db);
};

/** Adds to an order item the bundle's item that added it: an order has each product once on its own, and once for each bundle. */
export const bundleItem: SchemaMigration = async (db, { integer }) => {
  await db.schema.alterTable("order_items").addColumn("bundle_item_id", integer).execute();
  await db.schema.dropIndex("order_items_order_product").execute();
  await sql`create unique index order_items_order_product
    on order_items (order_id, product_id, (coalesce(bundle_item_id, 0))) where removed_at is null`.execute(db);
};
