import type { SchemaMigration } from "../column-types.ts";

/** Who sent the request with an `Idempotency-Key`. Null for those from before: all who send it again get their answer. */
export const callersOfKeys: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("idempotency_keys").addColumn("caller", text).execute();
};
