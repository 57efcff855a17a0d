import { type SchemaModule, sql } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** The outbox. */
export async function createMail(schema: SchemaModule, { id, idType, text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("emails")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("kind", text, (column) => column.notNull().defaultTo("delivery"))
    .addColumn("order_id", integer, (column) => column.references("orders.id"))
    .addColumn("recipient", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("attempts", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("next_attempt_at", integer, (column) => column.notNull())
    .addColumn("lease_expires_at", integer)
    .addColumn("message_id", text, (column) => column.notNull())
    .addColumn("subject", text)
    .addColumn("text_body", text)
    .addColumn("html_body", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("sent_at", integer)
    .execute();
  await schema.createIndex("emails_due").on("emails").columns(["status", "next_attempt_at"]).execute();
  await schema.createIndex("emails_order").on("emails").column("order_id").execute();
  await schema.createIndex("emails_account").on("emails").columns(["account_id", "kind", "id"]).execute();
  await schema
    .createIndex("emails_recipient")
    .on("emails")
    .columns(["account_id", "kind"])
    .expression(sql`lower(recipient)`)
    .execute();
  await schema.createIndex("emails_status").on("emails").columns(["account_id", "kind", "status", "id"]).execute();

  await schema
    .createTable("email_tries")
    .addColumn("id", idType, id)
    .addColumn("email_id", integer, (column) => column.notNull().references("emails.id"))
    .addColumn("tried_at", integer, (column) => column.notNull())
    .addColumn("outcome", text, (column) => column.notNull())
    .addColumn("response", text, (column) => column.notNull())
    .execute();
  await schema.createIndex("email_tries_email").on("email_tries").column("email_id").execute();

  await schema
    .createTable("message_removals")
    .addColumn("id", idType, id)
    .addColumn("email_id", integer, (column) => column.notNull().references("emails.id"))
    .execute();

  await schema
    .createTable("email_allowances")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("queued", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("email_allowances_pk", ["account_id", "day"])
    .execute();
}
