import type { SchemaMigration } from "../column-types.ts";

/** Orders that are tests. */
export const testOrders: SchemaMigration = async ({ schema }, { integer }) => {
  await schema
    .alterTable("orders")
    .addColumn("test", integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
