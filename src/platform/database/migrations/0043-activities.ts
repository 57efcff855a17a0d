import type { SchemaMigration } from "../column-types.ts";

/** Who changed what of a store. */
export const activities: SchemaMigration = async ({ schema }, { id, idType, text, integer }) => {
  await schema
    .createTable("activities")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("at", integer, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("actor", text)
    .addColumn("subject_type", text)
    .addColumn("subject_id", text)
    .addColumn("fields", text, (column) => column.notNull())
    .addColumn("ip_address", text, (column) => column.notNull())
    .execute();
  await schema.createIndex("activities_account").on("activities").columns(["account_id", "id"]).execute();
  await schema
    .createIndex("activities_subject")
    .on("activities")
    .columns(["account_id", "subject_type", "subject_id", "id"])
    .execute();
  await schema.createIndex("activities_time").on("activities").columns(["account_id", "at"]).execute();
  await schema.alterTable("accounts").addColumn("erase_activity_after_days", integer).execute();
};
