import { type AliasedExpression, type RawBuilder, sql } from "kysely";
import type { Reader } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";

export type ColumnType = "integer" | "number" | "text";

/** A column's type, behind the name of the field that it is read from, if that is different. */
export type SetColumn<Field extends string = string> =
  | ColumnType
  | readonly [field: Field, type: ColumnType, ...more: unknown[]];

/** A row of a set with these columns. */
export type RowOf<Columns> = { [Name in keyof Columns]: TypeIn<Columns[Name]> extends "text" ? string : number };
type TypeIn<Column> = Column extends readonly [string, infer Type, ...unknown[]] ? Type : Column;

/**
 * A table named `name` for the `from` of a query. Its rows come from `json`, an array of objects with a field for each
 * column. The order is kept, and the query is the same for any number of rows.
 */
export function rowSet<Name extends string, Columns extends Record<string, SetColumn>>(
  db: Reader,
  name: Name,
  columns: Columns,
  json: string,
): AliasedExpression<RowOf<Columns>, Name> {
  const entries = Object.entries(columns).map(([column, kind]) => {
    const [field, type] = typeof kind === "string" ? [column, kind] : kind;
    return { column, field, type };
  });
  if (isPostgres(db)) {
    const fields = entries.map(({ field, type }) => sql`${sql.ref(field)} ${sql.raw(postgresTypes[type])}`);
    const named = entries.map(({ column, field }) => sql`${sql.ref(field)} as ${sql.ref(column)}`);
    const objects = sql`jsonb_to_recordset(${json}::jsonb) as one(${sql.join(fields)})`;
    return sql<RowOf<Columns>>`(select ${sql.join(named)} from ${objects} ${fewRows})`.as(name);
  }
  const values = entries.map(({ column, field }) => sql`value ->> ${sql.lit(`$.${field}`)} as ${sql.ref(column)}`);
  return sql<RowOf<Columns>>`(select ${sql.join(values)} from jsonb_each(${json}))`.as(name);
}

/** For `in`: the numbers or texts of `json`, an array. The query is the same for any number of them. */
export function valueSet<Type extends ColumnType>(
  db: Reader,
  type: Type,
  json: string,
): RawBuilder<Type extends "text" ? string : number> {
  return isPostgres(db)
    ? sql`(select value::${sql.raw(postgresTypes[type])} from jsonb_array_elements_text(${json}::jsonb) ${fewRows})`
    : sql`(select value from json_each(${json}))`;
}

/**
 * Has no effect on the result. If PostgreSQL cannot know a limit, it expects a tenth of the rows, 10 here, so it uses an index
 * for each row of the set. Without the limit it expects 100 rows from JSON, and would read whole tables of 10,000 rows.
 */
const fewRows = sql`limit (select ${sql.lit(2 ** 31)})`;

const postgresTypes = { integer: "bigint", number: "double precision", text: "text" };
