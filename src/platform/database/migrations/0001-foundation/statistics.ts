import type { SchemaModule } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** Counts per day. */
export async function createStatistics(schema: SchemaModule, { integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("product_days")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("product_id", integer, (column) => column.notNull().references("products.id"))
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("orders", integer, (column) => column.notNull())
    .addColumn("downloads", integer, (column) => column.notNull())
    .addColumn("bytes", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("product_days_pk", ["product_id", "day"])
    .execute();
  await schema.createIndex("product_days_account").on("product_days").columns(["account_id", "day"]).execute();

  await schema
    .createTable("account_days")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("orders", integer, (column) => column.notNull())
    .addColumn("emails", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("account_days_pk", ["account_id", "day"])
    .execute();
}
