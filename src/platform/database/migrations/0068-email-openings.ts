import type { SchemaMigration } from "../column-types.ts";

/** Whether a store is told when its emails are opened, off unless an owner switches it on. */
export const emailOpenings: SchemaMigration = async ({ schema }, { integer }) => {
  await schema
    .alterTable("accounts")
    .addColumn("track_email_opens", integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
