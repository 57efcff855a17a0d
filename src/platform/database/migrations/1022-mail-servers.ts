import type { SchemaMigration } from "../column-types.ts";

/** Adds the mail servers of stores. */
export const mailServers: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema
    .createTable("mail_servers")
    .addColumn("account_id", integer, (column) => column.primaryKey())
    .addColumn("host", text, (column) => column.notNull())
    .addColumn("port", integer, (column) => column.notNull())
    .addColumn("security", text, (column) => column.notNull())
    .addColumn("user_name", text)
    .addColumn("password", text)
    .addColumn("sender", text, (column) => column.notNull())
    .addColumn("changed_at", integer, (column) => column.notNull())
    .execute();
};
