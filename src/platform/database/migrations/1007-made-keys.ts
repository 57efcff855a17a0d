import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Adds where a product's license keys come from. */
export const licenseSource: SchemaMigration = async ({ schema }, { text }) => {
  await schema
    .alterTable("products")
    .addColumn("license_source", text, (column) => column.notNull().defaultTo("pool"))
    .execute();
  await schema.alterTable("products").addColumn("license_pattern", text).execute();
};

/** Marks license keys that were made, so that a store makes none of them twice. */
export const madeKeys: SchemaMigration = async (db, { integer }) => {
  await db.schema
    .alterTable("license_keys")
    .addColumn("is_made", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create unique index license_keys_made on license_keys (account_id, key) where is_made = 1`.execute(db);
};
