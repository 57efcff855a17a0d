import type { SchemaMigration } from "../column-types.ts";

/** How many attempts at an email have certainly not delivered it. 0 for older ones: they are not written again. */
export const refusedAttempts: SchemaMigration = async ({ schema }, { integer }) => {
  await schema
    .alterTable("emails")
    .addColumn("refused_attempts", integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
