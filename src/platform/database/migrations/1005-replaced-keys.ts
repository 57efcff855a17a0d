import type { SchemaMigration } from "../column-types.ts";

/** Adds when and why a license key of an order was replaced. */
export const replacedKeys: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema.alterTable("license_keys").addColumn("replaced_at", integer).execute();
  await schema
    .alterTable("license_keys")
    .addColumn("replaced_reason", text, (column) => column.notNull().defaultTo(""))
    .execute();
};
