import type { SchemaMigration } from "../column-types.ts";

/** Counting of file parts in any order, and where customers can contact the store. */
export const customers: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .alterTable("downloads")
    .addColumn("lacks_first_part", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable("accounts").addColumn("website", text).execute();
  await schema.alterTable("accounts").addColumn("contact_email", text).execute();
};
