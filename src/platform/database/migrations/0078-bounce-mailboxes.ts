import type { SchemaMigration } from "../column-types.ts";

/** How far mailboxes with bounce messages were read, and by whom. */
export const bounceMailboxes: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("bounce_mailboxes")
    .addColumn("name", text, (column) => column.primaryKey())
    .addColumn("validity", text, (column) => column.notNull())
    .addColumn("last_uid", integer, (column) => column.notNull())
    .addColumn("lease_until", integer)
    .execute();
};
