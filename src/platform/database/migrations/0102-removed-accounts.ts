import type { SchemaMigration } from "../column-types.ts";

/** When an account was removed: its rows go little by little. */
export const removedAccounts: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("accounts").addColumn("removed_at", integer).execute();
};
