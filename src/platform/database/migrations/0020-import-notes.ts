import type { SchemaMigration } from "../column-types.ts";

/** Notes of an import besides its rejected rows, as a JSON list of sentences. */
export const importNotes: SchemaMigration = async ({ schema }, { text }) => {
  await schema
    .alterTable("imports")
    .addColumn("notes", text, (column) => column.notNull().defaultTo("[]"))
    .execute();
};
