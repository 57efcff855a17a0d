import type { SchemaMigration } from "../column-types.ts";

/** The store's own wording in one language; `wordings` has the one for every language. */
export const translatedWordings: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("translated_wordings")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("language", text, (column) => column.notNull())
    .addColumn("source", text)
    .addColumn("previous_source", text)
    .addColumn("problem", text)
    .addColumn("problem_at", integer)
    .addColumn("updated_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("translated_wordings_pk", ["account_id", "name", "language"])
    .execute();
};
