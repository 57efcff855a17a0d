import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Has the index of orders rebuilt. It now also contains the status of each order's email. */
export const compareOrderIndex: SchemaMigration = async (db) => {
  await sql`update order_index_progress set due_at = 0, reached = null where id = 1`.execute(db);
};
