import { type RawBuilder, sql } from "kysely";

/**
 * For `with recursive`: the table `name` of columns `value` and `number`, with up to `most` different values of a column that are larger
 * than `after`, the smallest first. The last one may be null. `rows` is `from … where …`; with an index on it that begins with the column, each
 * value costs one look, however many rows have it.
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
