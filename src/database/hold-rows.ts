import { PostgresAdapter, type SelectQueryBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from "kysely";
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

/**
 * Makes a query hold the rows that it answers, in its own order, until the transaction ends. A row that another
 * transaction changed meanwhile is answered as it is then, and left out when the conditions hold no longer. On SQLite
 * one transaction writes at a time, and nothing is to be held.
 */
export function holding<Tables extends keyof Schema, Row>(
  tx: Tx,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return tx.getExecutor().adapter instanceof PostgresAdapter ? query.forNoKeyUpdate() : query;
}
