import type { SchemaMigration } from "../column-types.ts";

/** Emails that tell customers of a new version of a file, who got one, and who wants none. */
export const announcements: SchemaMigration = async ({ schema }, { id, idType, integer, text }) => {
  await schema
    .createTable("announcements")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("product_id", integer, (column) => column.notNull())
    .addColumn("file_id", integer, (column) => column.notNull())
    .addColumn("version", integer, (column) => column.notNull())
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("note", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("created_by", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("recipients", integer, (column) => column.notNull())
    .addColumn("queued", integer, (column) => column.notNull())
    .addColumn("before_item", integer, (column) => column.notNull())
    .addColumn("resumes_at", integer)
    .addColumn("finished_at", integer)
    .execute();
  await schema.createIndex("announcements_product").on("announcements").columns(["product_id", "id"]).execute();
  await schema.createIndex("announcements_state").on("announcements").columns(["state", "id"]).execute();
  await schema
    .createTable("announcement_recipients")
    .addColumn("announcement_id", integer, (column) => column.notNull())
    .addColumn("address_hash", text, (column) => column.notNull())
    .addColumn("email_id", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("announcement_recipients_pk", ["announcement_id", "address_hash"])
    .execute();
  await schema.createIndex("announcement_recipients_email").on("announcement_recipients").column("email_id").execute();
  await schema
    .createIndex("announcement_recipients_address")
    .on("announcement_recipients")
    .column("address_hash")
    .execute();
  await schema
    .createTable("update_opt_outs")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("update_opt_outs_pk", ["account_id", "email"])
    .execute();
};
