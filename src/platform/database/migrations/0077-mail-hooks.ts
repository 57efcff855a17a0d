import type { SchemaMigration } from "../column-types.ts";

/** Addresses of stores at which mail services report what became of emails. */
export const mailHooks: SchemaMigration = async ({ schema }, { id, idType, text, integer }) => {
  await schema
    .createTable("mail_hooks")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("guid", text, (column) => column.notNull().unique())
    .addColumn("service", text, (column) => column.notNull())
    .addColumn("secret", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("first_event_at", integer)
    .addColumn("last_event_at", integer)
    .addColumn("refused_count", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("last_refused_at", integer)
    .execute();
  await schema.createIndex("mail_hooks_account").on("mail_hooks").column("account_id").execute();
};
