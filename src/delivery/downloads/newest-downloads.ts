import { type Expression, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { DownloadsTable } from "../../platform/database/schema.ts";

// These queries read the end of an index and stop. With `where order_id = 1`, PostgreSQL expects the few downloads that an order
// usually has, and reads and sorts all of an order that has many. So they compare rows, with values that it does not see while
// it plans.

/** A query for the newest `count` downloads of an order (row number). */
export const newestOfOrder = (db: Reader, orderId: Expression<number>, count: number) =>
  newestOf(db, ["order_id", "id"], [rowNumber(orderId)], count);

/** A query for the newest `count` downloads of a file (row number) to an address. */
export const newestOfClient = (
  db: Reader,
  { fileId, ipAddress }: { fileId: Expression<number>; ipAddress: Expression<string> },
  count: number,
) => newestOf(db, ["file_id", "ip_address", "downloaded_at"], [rowNumber(fileId), ipAddress], count);

/** The `values` are those of all columns of the index but the last. */
function newestOf(db: Reader, index: (keyof DownloadsTable)[], values: Expression<unknown>[], count: number) {
  const row = (parts: Expression<unknown>[]) => sql`(${sql.join(parts)})`;
  const columns = index.map((column) => sql.ref(column));
  const bound = (last: number) => row([...values.map((value) => sql`(select ${value})`), sql.lit(last)]);
  return db
    .selectFrom("downloads")
    .selectAll()
    .where(sql<boolean>`${row(columns)} between ${bound(0)} and ${bound(Number.MAX_SAFE_INTEGER)}`)
    .orderBy(sql.join(columns.map((column) => sql`${column} desc`)))
    .limit(sql.lit(count));
}

/** PostgreSQL takes a parameter in a query of its own for a text. */
const rowNumber = (value: Expression<number>) => sql<number>`cast(${value} as bigint)`;
