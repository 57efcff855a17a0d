import type { SchemaModule } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** Responses to requests with an `Idempotency-Key`. */
export async function createIdempotency(schema: SchemaModule, { text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("idempotency_keys")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("key", text, (column) => column.notNull())
    .addColumn("request_hash", text, (column) => column.notNull())
    .addColumn("status", integer, (column) => column.notNull())
    .addColumn("body", text, (column) => column.notNull())
    .addColumn("order_id", integer, (column) => column.references("orders.id"))
    .addColumn("created_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_keys_pk", ["account_id", "key"])
    .execute();
  await schema.createIndex("idempotency_keys_age").on("idempotency_keys").column("created_at").execute();
  await schema.createIndex("idempotency_keys_order").on("idempotency_keys").column("order_id").execute();
}
