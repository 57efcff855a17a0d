import type { SchemaMigration } from "../column-types.ts";

/** Moves from other services, and what each has made here. */
export const moves: SchemaMigration = async ({ schema }, { id, idType, integer, text }) => {
  await schema
    .createTable("moves")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("history_until", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute();
  await schema.createIndex("moves_source").unique().on("moves").columns(["account_id", "source"]).execute();
  await schema
    .createTable("moved")
    .addColumn("move_id", integer, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("old_id", text, (column) => column.notNull())
    .addColumn("new_id", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("moved_pk", ["move_id", "kind", "old_id"])
    .execute();
};
