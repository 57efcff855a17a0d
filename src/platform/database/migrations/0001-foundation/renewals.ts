import { type SchemaModule, sql } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** Customers' requests to renew their orders. */
export async function createRenewals(schema: SchemaModule, { id, idType, text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("renewal_requests")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("order_id", integer, (column) => column.notNull().references("orders.id"))
    .addColumn("reason", text, (column) => column.notNull())
    .addColumn("message", text, (column) => column.notNull())
    .addColumn("self_service", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("granted_at", integer)
    .addColumn("declined_at", integer)
    .execute();
  await schema.createIndex("renewal_requests_order").on("renewal_requests").columns(["order_id", "id"]).execute();
  await schema.createIndex("renewal_requests_account").on("renewal_requests").columns(["account_id", "id"]).execute();
  await schema
    .createIndex("renewal_requests_open")
    .unique()
    .on("renewal_requests")
    .columns(["account_id", "order_id"])
    .where(sql<boolean>`granted_at is null and declined_at is null`)
    .execute();
}
