import type { SchemaModule } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** The results of imports. */
export async function createImports(schema: SchemaModule, { id, idType, text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("imports")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("dry_run", integer, (column) => column.notNull())
    .addColumn("skip_refused", integer, (column) => column.notNull())
    .addColumn("rows", integer, (column) => column.notNull())
    .addColumn("done_rows", integer, (column) => column.notNull())
    .addColumn("accepted", integer, (column) => column.notNull())
    .addColumn("applied", integer, (column) => column.notNull())
    .addColumn("refused", text, (column) => column.notNull())
    .addColumn("unknown_columns", text, (column) => column.notNull())
    .addColumn("problem", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("seen_at", integer, (column) => column.notNull())
    .addColumn("finished_at", integer)
    .execute();
  await schema.createIndex("imports_account").on("imports").columns(["account_id", "created_at"]).execute();
}
