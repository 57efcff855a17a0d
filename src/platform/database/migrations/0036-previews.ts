import type { SchemaMigration } from "../column-types.ts";

/** Whether customers can see and hear files in the page. */
export const previews: SchemaMigration = async ({ schema }, { integer }) => {
  await schema
    .alterTable("accounts")
    .addColumn("previews", integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
