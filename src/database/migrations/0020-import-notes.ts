import type { SchemaMigration } from "../column-types.ts";

/** What an import says besides its refused rows, as a JSON list of sentences. */
export const importNotes: SchemaMigration = async ({ schema }, { text }) => {
  await schema
    .alterTable("imports")
    .addColumn("notes", text, (column) => column.notNull().defaultTo("[]"))
    .execute();
};
