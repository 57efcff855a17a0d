import type { SchemaModule } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** The store's own wording of emails and pages. */
export async function createWordings(schema: SchemaModule, { text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("wordings")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("source", text)
    .addColumn("previous_source", text)
    .addColumn("problem", text)
    .addColumn("problem_at", integer)
    .addColumn("updated_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("wordings_pk", ["account_id", "name"])
    .execute();
}
