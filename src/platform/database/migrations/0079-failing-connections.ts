import type { SchemaMigration } from "../column-types.ts";

/** Since when a shop's requests are refused, and when its owner's systems were told that its connection fails. */
export const failingConnections: SchemaMigration = async ({ schema }, { integer }) => {
  await schema.alterTable("connections").addColumn("refused_since", integer).execute();
  await schema.alterTable("connections").addColumn("failed_at", integer).execute();
};
