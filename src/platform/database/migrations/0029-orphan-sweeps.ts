import type { Kysely } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** When stored bytes that nothing names are looked for, and by which mark the file store is known to be this database's. */
export const orphanSweeps: SchemaMigration = async (db, { text, integer }) => {
  await db.schema
    .createTable("orphan_sweeps")
    .addColumn("id", integer, (column) => column.primaryKey())
    .addColumn("mark", text)
    .addColumn("next_mark", text)
    .addColumn("due_at", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await (db as Kysely<{ orphan_sweeps: { id: number } }>).insertInto("orphan_sweeps").values({ id: 1 }).execute();
};
