import { type Expression, sql } from "kysely";

/**
 * A condition and an order by which a database reads the end of an index and stops, however many rows there are. With
 * `where order_id = 1`, PostgreSQL expects the few rows that an order usually has, and reads and sorts all rows of an order that
 * has many. So the condition compares whole rows, and has its values in subqueries, which PostgreSQL does not read when it plans.
 *
 * `index` names the columns of the index; the last one has whole numbers from 0. `values` are those of the other columns.
 */
export function indexEnd(index: string[], values: Expression<unknown>[]) {
  const row = (parts: Expression<unknown>[]) => sql`(${sql.join(parts)})`;
  const columns = index.map((column) => sql.ref(column));
  const bound = (last: number) => row([...values.map((value) => sql`(select ${value})`), sql.lit(last)]);
  return {
    condition: sql<boolean>`${row(columns)} between ${bound(0)} and ${bound(Number.MAX_SAFE_INTEGER)}`,
    newestFirst: sql.join(columns.map((column) => sql`${column} desc`)),
  };
}

/** A row number for `values`: in a subquery, PostgreSQL would take a parameter for a text. */
export const asRowNumber = (value: Expression<number>) => sql<number>`cast(${value} as bigint)`;
