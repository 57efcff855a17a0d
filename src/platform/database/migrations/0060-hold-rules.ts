import type { SchemaMigration } from "../column-types.ts";

/** Rules with which stores hold orders, all off, and when a store was last told of an order that waits. */
export const holdRules: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema.alterTable("accounts").addColumn("hold_rules", text).execute();
  await schema.alterTable("accounts").addColumn("told_of_holds_at", integer).execute();
};
