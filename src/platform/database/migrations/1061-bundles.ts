import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Adds which other products a product holds. */
export const productContents: SchemaMigration = async (db, { text }) => {
  await db.schema.alterTable("products").addColumn("contents", text).execute();
  await sql`create index products_bundles on products (account_id) where contents is not null`.execute(db);
};
