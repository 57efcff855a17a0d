import type { SchemaMigration } from "../column-types.ts";

/** Answers kept for an `Idempotency-Key` are encrypted; those kept in the clear go. Their keys stay taken for their day. */
export const keptAnswers: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("idempotency_keys").dropColumn("status").execute();
  await schema.alterTable("idempotency_keys").dropColumn("body").execute();
  await schema.alterTable("idempotency_keys").addColumn("answer", text).execute();
};
