import type { SchemaMigration } from "../column-types.ts";

/** Adds the name of a gift's recipient in the form for searches. */
export const recipientNames: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("orders").addColumn("recipient_name_search", text).execute();
  await schema
    .createIndex("orders_recipient_name_search")
    .on("orders")
    .columns(["account_id", "recipient_name_search"])
    .where("recipient_name_search", "is not", null)
    .execute();
};
