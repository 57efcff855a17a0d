import type { SchemaMigration } from "../column-types.ts";

/** Orders that are on hold or revoked. */
export const orderHolds: SchemaMigration = async ({ schema }, { integer }) => {
  for (const column of ["held_at", "revoked_at", "held_expires_at"]) {
    await schema.alterTable("orders").addColumn(column, integer).execute();
  }
  await schema
    .alterTable("orders")
    .addColumn("email_waits", integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
