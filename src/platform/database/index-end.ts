import { type Expression, sql } from "kysely";

/**
 * A condition and an order by which a database reads the end of an index and stops, however many rows there are. With
 * `where order_id = 1`, PostgreSQL expects the few rows that an order usually has, and reads and sorts all of an order that has
 * many. So rows are compared, with values that it does not see while it plans.
 *
 * `index` names the columns of the index; the last one has numbers from 0. `values` are those of all columns but the last.
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

/** PostgreSQL takes a parameter in a query of its own for a text. */
export const rowNumber = (value: Expression<number>) => sql<number>`cast(${value} as bigint)`;
