import type { SchemaMigration } from "../column-types.ts";

/** How long stores keep personal data, and indexes by which expired sign-in data is found. */
export const retention: SchemaMigration = async ({ schema }, { idType, text, integer }) => {
  await schema.alterTable("accounts").addColumn("anonymize_downloads_after_days", integer).execute();
  await schema.alterTable("accounts").addColumn("erase_emails_after_days", integer).execute();
  await schema
    .createTable("retention_progress")
    .addColumn("account_id", idType, (column) => column.notNull().references("accounts.id"))
    .addColumn("list", text, (column) => column.notNull())
    .addColumn("reached", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("retention_progress_pk", ["account_id", "list"])
    .execute();
  await schema.createIndex("sessions_expiry").on("sessions").column("expires_at").execute();
  await schema.createIndex("invitations_expiry").on("invitations").column("expires_at").execute();
  await schema.createIndex("devices_age").on("devices").column("signed_in_at").execute();
};
