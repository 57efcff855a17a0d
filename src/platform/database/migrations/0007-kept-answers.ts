import type { SchemaMigration } from "../column-types.ts";

/** Responses kept for an `Idempotency-Key` are encrypted from now on. Those that are not are deleted; their keys stay used. */
export const keptAnswers: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("idempotency_keys").dropColumn("status").execute();
  await schema.alterTable("idempotency_keys").dropColumn("body").execute();
  await schema.alterTable("idempotency_keys").addColumn("answer", text).execute();
};
