import { type RawBuilder, sql } from "kysely";

/**
 * For `with recursive`: a table `name` with columns `value` and `number`. It lists up to `most` distinct values of a column above
 * `after`, in ascending order. The last one may be null. `rows` is `from … where …`. With an index that begins with the column,
 * each value costs one lookup, however many rows have it.
 */
export function distinctValues(
  name: string,
  column: string,
  rows: RawBuilder<unknown>,
  { after, most }: { after: number; most: number },
): RawBuilder<unknown> {
  const [table, of] = [sql.table(name), sql.ref(column)];
  return sql`${table}(value, number) as (
      select (select min(${of}) ${rows} and ${of} > ${after}), 1
      union all
      select (select min(${of}) ${rows} and ${of} > ${table}.value), number + 1
      from ${table} where ${table}.value is not null and number < ${most}
    )`;
}
