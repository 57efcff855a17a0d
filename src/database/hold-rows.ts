import { sql, type UpdateQueryBuilder, type UpdateResult } from "kysely";
import type { Tx } from "./database.ts";
import type { Schema } from "./schema.ts";

/** Their column `created_at` is in no key and no index, so that an update of it costs little. */
type Table = "accounts" | "emails" | "files" | "order_items" | "orders" | "products";

/**
 * Holds the rows that the caller's `where` chooses until the transaction ends: others who hold or change them wait. An
 * update that changes nothing does that on both databases, and its `returning` answers with what the rows hold by then.
 */
export function holdRows<Name extends Table>(
  tx: Tx,
  table: Name,
): UpdateQueryBuilder<Schema, Name, Name, UpdateResult> {
  const held = tx.updateTable<Table>(table).set({ created_at: sql<number>`created_at` });
  return held as unknown as UpdateQueryBuilder<Schema, Name, Name, UpdateResult>;
}
