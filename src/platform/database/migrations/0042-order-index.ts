import { type Kysely, sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** What lists of orders filter and sort by, and the changes that it does not know yet. A worker fills it. */
export const orderIndex: SchemaMigration = async (db, { id, idType, integer, text }) => {
  const { schema } = db;
  // No foreign keys: the rows are derived, and checking them would cost every order.
  await schema
    .createTable("order_index")
    .addColumn("order_id", integer, (column) => column.primaryKey())
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer)
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("total", "double precision", (column) => column.notNull())
    .addColumn("customer", text, (column) => column.notNull())
    .addColumn("own_id", text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex("order_index_state")
    .on("order_index")
    .columns(["account_id", "state", "created_at", "order_id"])
    .execute();
  for (const column of ["total", "customer", "own_id"]) {
    await schema
      .createIndex(`order_index_${column}`)
      .on("order_index")
      .columns(["account_id", column, "order_id", "state"])
      .execute();
  }
  await schema
    .createIndex("order_index_expiring")
    .on("order_index")
    .columns(["expires_at"])
    .where(sql<boolean>`expires_at is not null and state not in ('on_hold', 'revoked', 'expired')`)
    .execute();
  await schema
    .createTable("order_changes")
    .addColumn("id", idType, id)
    .addColumn("order_id", integer)
    .addColumn("product_id", integer)
    .addColumn("reached", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable("order_index_progress")
    .addColumn("id", integer, (column) => column.primaryKey())
    .addColumn("reached", integer)
    .addColumn("due_at", integer, (column) => column.notNull())
    .execute();
  await (db as Kysely<{ order_index_progress: { id: number; due_at: number } }>)
    .insertInto("order_index_progress")
    .values({ id: 1, due_at: 0 })
    .execute();
};
