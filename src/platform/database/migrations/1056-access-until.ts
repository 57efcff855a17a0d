import type { SchemaMigration } from "../column-types.ts";

/** Adds the subscription that pays for an order, and the end of the paid access. */
export const accessUntil: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema.alterTable("orders").addColumn("subscription_id", text).execute();
  await schema.alterTable("orders").addColumn("access_until", integer).execute();
  await schema.alterTable("orders").addColumn("own_expires_at", integer).execute();
};

/** Adds the payments that prolong the access of orders. */
export const subscriptionPayments: SchemaMigration = async ({ schema }, { id, idType, integer, text }) => {
  await schema
    .createTable("subscription_payments")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("order_id", integer, (column) => column.notNull())
    .addColumn("payment_id", text)
    .addColumn("access_until", integer, (column) => column.notNull())
    .addColumn("amount", integer)
    .addColumn("currency", text, (column) => column.notNull())
    .addColumn("paid_at", integer, (column) => column.notNull())
    .execute();
  await schema
    .createIndex("subscription_payments_payment_id")
    .unique()
    .on("subscription_payments")
    .columns(["account_id", "payment_id"])
    .execute();
  await schema.createIndex("subscription_payments_order_id").on("subscription_payments").column("order_id").execute();
};
