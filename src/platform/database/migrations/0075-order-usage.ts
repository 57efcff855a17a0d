import type { Kysely } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** How orders are used, as lists filter by it. A worker fills it. */
export const orderUsage: SchemaMigration = async (db, { integer, text }) => {
  const { schema } = db;
  // No foreign keys: the rows are derived.
  await schema
    .createTable("order_index_usage")
    .addColumn("order_id", integer, (column) => column.notNull())
    .addColumn("usage", text, (column) => column.notNull())
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer)
    .addColumn("state", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("order_index_usage_pk", ["order_id", "usage"])
    .execute();
  // The other criteria are looked at on the way, without the rows.
  await schema
    .createIndex("order_index_usage_created")
    .on("order_index_usage")
    .columns(["account_id", "usage", "created_at", "order_id", "state", "expires_at"])
    .execute();
  // How far new downloads have been followed; the worker begins, and compares all orders again then.
  await (db as Kysely<{ order_index_progress: { id: number; due_at: number } }>)
    .insertInto("order_index_progress")
    .values({ id: 3, due_at: 0 })
    .execute();
};
