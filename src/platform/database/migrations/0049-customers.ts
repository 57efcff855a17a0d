import type { SchemaMigration } from "../column-types.ts";

/** What stores note about customers, and customers whose data is being erased. */
export const customerNotes: SchemaMigration = async ({ schema }, { id, idType, text, integer }) => {
  await schema
    .createTable("customer_notes")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("notes", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("customer_notes_pk", ["account_id", "email"])
    .execute();
  await schema
    .createTable("erasures")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("last_order_id", integer, (column) => column.notNull())
    .addUniqueConstraint("erasures_email", ["account_id", "email"])
    .execute();
};
