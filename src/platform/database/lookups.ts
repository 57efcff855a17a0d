import { type Expression, type RawBuilder, sql } from "kysely";
import type { Reader } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { prepared } from "./prepared.ts";
import { type ColumnType, type RowOf, rowSet } from "./row-set.ts";
import { SetReader } from "./set-reader.ts";

// Combines reads of simultaneous requests. On PostgreSQL every query is a round trip, which costs the service more than
// the query costs the database. On SQLite a query for many rows costs little more than one for a single row.

/**
 * Combines simultaneous reads into shared queries of `find`, which resolves with the value of each key, in the order of the keys.
 * Callers may get the same objects, so they must not change them. Reads in a transaction are not shared.
 */
export function together<Key, Value>(
  find: (reader: Reader, keys: Key[]) => Promise<Value[]>,
): (reader: Reader, key: Key) => Promise<Value> {
  const sets = new WeakMap<Reader, SetReader<Key, Value>>();
  return async (reader, key) => {
    if (reader.isTransaction) return (await find(reader, [key]))[0] as Value;
    let set = sets.get(reader);
    if (!set) {
      set = new SetReader((keys) => find(reader, keys));
      sets.set(reader, set);
    }
    return set.read(key);
  };
}

/**
 * Like `together`, for a query with values that many requests share: simultaneous calls with equal values share one query and its
 * rows. Callers must not change them.
 */
export function shared<Values extends Record<string, unknown>, Row>(
  query: (reader: Reader, values: Values) => Promise<Row[]>,
): (reader: Reader, values: Values) => Promise<Row[]> {
  return together((reader, all: Values[]) => {
    const queries = new Map<string, Promise<Row[]>>();
    return Promise.all(
      all.map((values) => {
        const text = JSON.stringify(values);
        const known = queries.get(text) ?? query(reader, values);
        queries.set(text, known);
        return known;
      }),
    );
  });
}

/** A row of a lookup, with the position of its key in the set. */
type Placed<Row> = Row & { position: number };

/**
 * A query that finds at most one row for a key, compiled once. On PostgreSQL, simultaneous lookups share a query.
 * `build` gets each column of the key as an expression. The returned function resolves with the row, or null.
 */
export function preparedLookup<Columns extends Record<string, ColumnType>, Row extends object>(
  columns: Columns,
  build: (db: Reader, key: { [Name in keyof Columns]: Expression<RowOf<Columns>[Name]> }) => Expression<Row>,
): (reader: Reader, key: RowOf<Columns>) => Promise<Row | null> {
  type Key = { [Name in keyof Columns]: Expression<RowOf<Columns>[Name]> };
  const keyOf = (expression: (name: string) => RawBuilder<unknown>) =>
    Object.fromEntries(Object.keys(columns).map((name) => [name, expression(name)])) as unknown as Key;
  const one = prepared<RowOf<Columns>, Row>((db, values) => {
    const found = build(
      db,
      keyOf((name) => sql`${values[name]}`),
    );
    return sql<Row>`select * from ${found} as found limit 1`.compile(db);
  });
  const placed = { ...columns, position: "integer" as const };
  const several = prepared<{ rows: string }, Placed<Row>>((db, { rows }) => {
    const found = build(
      db,
      keyOf((name) => sql`${sql.ref(`wanted.${name}`)}`),
    );
    // The limit keeps each key's lookup separate. Without it, PostgreSQL joins whole tables while it has few
    // statistics.
    return sql<Placed<Row>>`select found.*, wanted.position from ${rowSet(db, "wanted", placed, rows)}
      cross join lateral (select * from ${found} as one limit 1) as found`.compile(db);
  });
  const lookUp = together(async (reader, keys: RowOf<Columns>[]) => {
    const rows = JSON.stringify(keys.map((key, position) => ({ ...key, position })));
    const found = new Array<Row | null>(keys.length).fill(null);
    for (const row of await several(reader, { rows })) found[row.position] = row;
    return found;
  });
  return async (reader, key) => {
    if (!isPostgres(reader)) return (await one(reader, key))[0] ?? null;
    // PostgreSQL rejects JSON with such a text, and no row contains one.
    if (Object.values(key).some(isUnstorable)) return null;
    if (!reader.isTransaction) return lookUp(reader, key);
    return (await one(reader, key))[0] ?? null;
  };
}

const isUnstorable = (value: unknown) => typeof value === "string" && (value.includes("\0") || !value.isWellFormed());
