import type { SchemaMigration } from "../column-types.ts";

/** Adds the recipient of a gift, the message, and the delivery date. */
export const gifts: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema.alterTable("orders").addColumn("recipient_email", text).execute();
  await schema.alterTable("orders").addColumn("recipient_name", text).execute();
  await schema.alterTable("orders").addColumn("gift_message", text).execute();
  await schema.alterTable("orders").addColumn("deliver_at", integer).execute();
  await schema.alterTable("orders").addColumn("recipient_search", text).execute();
  await schema
    .createIndex("orders_recipient_search")
    .on("orders")
    .columns(["account_id", "recipient_search"])
    .where("recipient_search", "is not", null)
    .execute();
};
