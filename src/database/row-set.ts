import { type AliasedExpression, PostgresAdapter, type RawBuilder, sql } from "kysely";
import type { Reader } from "./database.ts";

export type ColumnType = "integer" | "number" | "text";

/** A row of a set with these columns. */
export type RowOf<Columns> = { [Name in keyof Columns]: Columns[Name] extends "text" ? string : number };

/**
 * A table named `name` for the `from` of a query. Its rows are in `json`, an array of objects with these columns, in its
 * order: so the query is the same for any number of rows.
 */
export function rowSet<Name extends string, Columns extends Record<string, ColumnType>>(
  db: Reader,
  name: Name,
  columns: Columns,
  json: string,
): AliasedExpression<RowOf<Columns>, Name> {
  const entries = Object.entries(columns);
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const types = entries.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(postgresTypes[type])}`);
    return sql<
      RowOf<Columns>
    >`(select * from jsonb_to_recordset(${json}::jsonb) as one(${sql.join(types)}) ${fewRows})`.as(name);
  }
  const values = entries.map(([column]) => sql`value ->> ${sql.lit(`$.${column}`)} as ${sql.ref(column)}`);
  return sql<RowOf<Columns>>`(select ${sql.join(values)} from jsonb_each(${json}))`.as(name);
}

/** For `in`: the numbers or texts of `json`, an array. So the query is the same for any number of them. */
export function valueSet<Type extends ColumnType>(
  db: Reader,
  type: Type,
  json: string,
): RawBuilder<Type extends "text" ? string : number> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`(select value::${sql.raw(postgresTypes[type])} from jsonb_array_elements_text(${json}::jsonb) ${fewRows})`
    : sql`(select value from json_each(${json}))`;
}

/**
 * Limits nothing. PostgreSQL expects a tenth of the rows from a limit that it cannot know, 10 here, and so it searches an
 * index for each row of the set. It expects 100 from JSON, for which it would read whole tables of 10,000 rows.
 */
const fewRows = sql`limit (select ${sql.lit(2 ** 31)})`;

const postgresTypes = { integer: "bigint", number: "double precision", text: "text" };
