import type { SchemaMigration } from "../column-types.ts";

/** Addresses of customers to which an account sends no emails, because one came back or was reported as spam. */
export const undeliverableAddresses: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("undeliverable_addresses")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("address", text, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .addColumn("response", text, (column) => column.notNull())
    .addColumn("email_id", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("undeliverable_addresses_pk", ["account_id", "address"])
    .execute();
  await schema
    .createIndex("undeliverable_addresses_newest")
    .on("undeliverable_addresses")
    .columns(["account_id", "created_at"])
    .execute();
};
