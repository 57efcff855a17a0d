import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet, type SetColumn } from "../database/row-set.ts";

/** What became of a file's downloads on one UTC day, as far as it is known. */
export interface TransferDay {
  accountId: number;
  productId: number;
  fileId: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  /** Downloads of which it is known how far they came. */
  ended: number;
  /** Those whose bytes were all sent. */
  completed: number;
  /** Distinct bytes that were sent. */
  sentBytes: number;
  /** Of transfers that took long enough to be timed: their bytes, and the milliseconds that they took. */
  timedBytes: number;
  timedMilliseconds: number;
}

/** Adds to the counts of these days. */
export async function countTransfers(tx: Tx, days: TransferDay[]): Promise<void> {
  if (days.length === 0) return;
  // Always in the same order, so that two transactions never wait for each other.
  const rows = days.toSorted(
    (one, other) => one.productId - other.productId || one.fileId - other.fileId || one.day - other.day,
  );
  await addToTransferDays(tx, { rows: JSON.stringify(rows) });
}

const columns = {
  account_id: ["accountId", "integer"],
  product_id: ["productId", "integer"],
  file_id: ["fileId", "integer"],
  day: "integer",
  ended: "integer",
  completed: "integer",
  sent_bytes: ["sentBytes", "integer"],
  timed_bytes: ["timedBytes", "integer"],
  timed_milliseconds: ["timedMilliseconds", "integer"],
} as const satisfies Record<string, SetColumn<keyof TransferDay>>;

const added = ["ended", "completed", "sent_bytes", "timed_bytes", "timed_milliseconds"] as const;

const addToTransferDays = prepared<{ rows: string }, never>((db, { rows }) => {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return (
    db
      .insertInto("transfer_days")
      .columns(names)
      // SQLite would read the `on` of `on conflict` as that of a join, without the condition.
      .expression(({ selectFrom }) =>
        selectFrom(rowSet(db, "added", columns, rows))
          .select(names.map((column) => `added.${column}` as const))
          .where(sql.lit(true)),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["product_id", "file_id", "day"])
          .doUpdateSet(({ eb, ref }) =>
            Object.fromEntries(
              added.map((column) => [column, eb(`transfer_days.${column}`, "+", ref(`excluded.${column}`))]),
            ),
          ),
      )
  );
});
