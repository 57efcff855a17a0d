import type { SchemaMigration } from "../column-types.ts";

/** Which shop a connection is of, as its events tell: another connection of the shop knows its orders. */
export const shopsOfConnections: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("connections").addColumn("shop", text).execute();
};
