import type { AliasedExpression, Compilable } from "kysely";
import { PostgresAdapter } from "kysely";
import type { Reader } from "./database.ts";
import { prepared } from "./prepared.ts";
import { type ColumnType, type RowOf, rowSet } from "./row-set.ts";
import { SetReader } from "./set-reader.ts";

// On PostgreSQL every query is a round trip, which costs the service more than the query costs the database.

/** The row of a lookup, by the place of its key in the set. */
type Placed<Row> = Row & { position: number };

type KeyTable<Columns extends Record<string, ColumnType>> = AliasedExpression<
  RowOf<Columns & { position: "integer" }>,
  "wanted"
>;

/**
 * A query that finds at most one row for a key, compiled once. On PostgreSQL, lookups of requests that arrive together
 * share a query. `build` gets the keys as a table named `wanted`, and selects `wanted.position` with each row. What is
 * returned resolves with the row, or null if there is none.
 */
export function preparedLookup<Columns extends Record<string, ColumnType>, Row extends object>(
  columns: Columns,
  build: (db: Reader, wanted: KeyTable<Columns>) => Compilable<Placed<Row>>,
): (reader: Reader, key: RowOf<Columns>) => Promise<Row | null> {
  const placed = { ...columns, position: "integer" as const };
  const query = prepared<{ rows: string }, Placed<Row>>((db, { rows }) =>
    build(db, rowSet(db, "wanted", placed, rows) as KeyTable<Columns>),
  );
  return together(async (reader, keys) => {
    const rows = JSON.stringify(keys.map((key, position) => ({ ...key, position })));
    const found = new Array<Row | null>(keys.length).fill(null);
    for (const row of await query(reader, { rows })) found[row.position] = row;
    return found;
  });
}

/**
 * The same query, for values that many requests have in common. On PostgreSQL, those that arrive together with the same
 * values share one query and its rows, which nobody may change.
 */
export function shared<Values extends Record<string, unknown>, Row>(
  query: (reader: Reader, values: Values) => Promise<Row[]>,
): (reader: Reader, values: Values) => Promise<Row[]> {
  return together((reader, all) => {
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

function together<Key, Value>(
  find: (reader: Reader, keys: Key[]) => Promise<Value[]>,
): (reader: Reader, key: Key) => Promise<Value> {
  const sets = new WeakMap<Reader, SetReader<Key, Value>>();
  return async (reader, key) => {
    if (reader.isTransaction || !(reader.getExecutor().adapter instanceof PostgresAdapter)) {
      const [value] = await find(reader, [key]);
      return value as Value;
    }
    let set = sets.get(reader);
    if (!set) {
      set = new SetReader((keys) => find(reader, keys));
      sets.set(reader, set);
    }
    return set.read(key);
  };
}
