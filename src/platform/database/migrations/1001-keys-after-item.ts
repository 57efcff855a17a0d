import type { SchemaMigration } from "../column-types.ts";

/** Adds the order item up to which a product's orders get no keys from its pool. */
export const keysAfterItem: SchemaMigration = async (db, { integer }) => {
  await db.schema.alterTable("products").addColumn("keys_after_item", integer).execute();
};
