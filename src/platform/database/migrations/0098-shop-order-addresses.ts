import type { Kysely } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/**
 * Further addresses by which a customer's export and erasure find a shop's order. The list of customers is compared with the
 * orders soon, because it knows people by the canonical form of their addresses from now on.
 */
export const shopOrderAddresses: SchemaMigration = async (db, { integer, text }) => {
  await db.schema
    .createTable("connection_order_addresses")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("address", text, (column) => column.notNull())
    .addColumn("connection_order_id", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("connection_order_addresses_pk", ["account_id", "address", "connection_order_id"])
    .execute();
  await db.schema
    .createIndex("connection_order_addresses_order")
    .on("connection_order_addresses")
    .column("connection_order_id")
    .execute();
  await (db as Kysely<{ order_index_progress: { due_at: number } }>)
    .updateTable("order_index_progress")
    .set({ due_at: 0 })
    .execute();
};
