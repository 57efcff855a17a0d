import { PostgresAdapter, type SelectQueryBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from "kysely";
import type { Tx } from "./database.ts";
import type { Schema } from "./schema.ts";

/** The column `created_at` of these tables is in no key and no index, so an update of it is cheap. */
type Table = "accounts" | "emails" | "files" | "order_items" | "orders" | "products";

/**
 * Locks the rows that the caller's `where` selects until the transaction ends: other transactions that lock or change
 * them wait. An update that changes nothing does this on both databases, and its `returning` returns the current
 * values.
 */
export function holdRows<Name extends Table>(
  tx: Tx,
  table: Name,
): UpdateQueryBuilder<Schema, Name, Name, UpdateResult> {
  const held = tx.updateTable<Table>(table).set({ created_at: sql<number>`created_at` });
  return held as unknown as UpdateQueryBuilder<Schema, Name, Name, UpdateResult>;
}

/**
 * Makes a query lock the rows that it returns, in its own order, until the transaction ends. A row that another
 * transaction has changed meanwhile is returned with its new values, or left out if it no longer matches. On SQLite,
 * only one transaction writes at a time, so no lock is needed.
 */
export function holding<Tables extends keyof Schema, Row>(
  tx: Tx,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return tx.getExecutor().adapter instanceof PostgresAdapter ? query.forNoKeyUpdate() : query;
}
