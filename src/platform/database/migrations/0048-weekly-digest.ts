import type { SchemaMigration } from "../column-types.ts";

/** The email with a week's figures, off unless an owner switches it on. */
export const weeklyDigest: SchemaMigration = async ({ schema }, { integer }) => {
  await schema
    .alterTable("accounts")
    .addColumn("weekly_digest", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable("accounts").addColumn("digested_week", integer).execute();
};
