import { type Expression, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { asRowNumber, indexEnd } from "../../platform/database/index-end.ts";
import type { DownloadsTable } from "../../platform/database/schema.ts";

/** A query for the newest `count` downloads of an order (row number). */
export const newestOfOrder = (db: Reader, orderId: Expression<number>, count: number) =>
  newestOf(db, ["order_id", "id"], [asRowNumber(orderId)], count);

/** A query for the newest `count` downloads of a file (row number) to an address. */
export const newestOfClient = (
  db: Reader,
  { fileId, ipAddress }: { fileId: Expression<number>; ipAddress: Expression<string> },
  count: number,
) => newestOf(db, ["file_id", "ip_address", "downloaded_at"], [asRowNumber(fileId), ipAddress], count);

function newestOf(db: Reader, index: (keyof DownloadsTable)[], values: Expression<unknown>[], count: number) {
  const { condition, newestFirst } = indexEnd(index, values);
  return db.selectFrom("downloads").selectAll().where(condition).orderBy(newestFirst).limit(sql.lit(count));
}
