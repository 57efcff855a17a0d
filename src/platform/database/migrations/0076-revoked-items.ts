import type { SchemaMigration } from "../column-types.ts";

/** Order items that their store has withdrawn on their own, such as those that were refunded. */
export const revokedItems: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("order_items").addColumn("revoked_at", integer).execute();
};
