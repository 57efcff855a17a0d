import type { Kysely } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** When counts are compared with what they count, and the number of the comparison that may correct them. */
export const recounts: SchemaMigration = async (db, { integer }) => {
  await db.schema
    .createTable("recounts")
    .addColumn("id", integer, (column) => column.primaryKey())
    .addColumn("run", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("due_at", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await (db as Kysely<{ recounts: { id: number } }>).insertInto("recounts").values({ id: 1 }).execute();
};
