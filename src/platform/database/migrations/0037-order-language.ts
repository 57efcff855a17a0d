import type { SchemaMigration } from "../column-types.ts";

/** What a shop says of an order for its customer: the language, and where the invoice is. */
export const orderLanguage: SchemaMigration = async ({ schema }, { text }) => {
  for (const column of ["language", "invoice_url"]) await schema.alterTable("orders").addColumn(column, text).execute();
};
