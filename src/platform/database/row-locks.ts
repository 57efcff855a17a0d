import { type SelectQueryBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from "kysely";
import type { Instant } from "../instants.ts";
import type { Reader, Tx } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import type { Schema } from "./schema.ts";

/** In these tables, `created_at` is in no key and no index, so updating it is cheap. */
type Table = "accounts" | "connections" | "emails" | "files" | "license_keys" | "order_items" | "orders" | "products";

/**
 * Locks the rows that the caller's `where` selects until the transaction ends: other transactions that lock or change
 * them wait. An update that changes nothing does this on both databases, and its `returning` returns the current
 * values.
 */
export function lockRows<Name extends Table>(
  tx: Tx,
  table: Name,
): UpdateQueryBuilder<Schema, Name, Name, UpdateResult> {
  const held = tx.updateTable<Table>(table).set({ created_at: sql<Instant>`created_at` });
  return held as unknown as UpdateQueryBuilder<Schema, Name, Name, UpdateResult>;
}

/**
 * Whether rows can change during a transaction that does not lock them. On SQLite, only one transaction writes at a
 * time.
 */
export const needsRowLocks = (reader: Reader): boolean => isPostgres(reader);

/**
 * Makes a query lock the rows that it returns, in its own order, until the transaction ends. If another transaction has changed a
 * row meanwhile, it is returned with its new values, or left out if it no longer matches.
 */
export function locking<Named, Tables extends keyof Named, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Named, Tables, Row>,
): SelectQueryBuilder<Named, Tables, Row> {
  return needsRowLocks(reader) ? query.forNoKeyUpdate() : query;
}

/** Like `locking`, but several transactions can share the lock. */
export function sharing<Named, Tables extends keyof Named, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Named, Tables, Row>,
): SelectQueryBuilder<Named, Tables, Row> {
  return needsRowLocks(reader) ? query.forShare() : query;
}

/** Like `locking`, for work that any worker can do: skips rows that another transaction has locked. */
export function claiming<Named, Tables extends keyof Named, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Named, Tables, Row>,
): SelectQueryBuilder<Named, Tables, Row> {
  return needsRowLocks(reader) ? query.forUpdate().skipLocked() : query;
}
