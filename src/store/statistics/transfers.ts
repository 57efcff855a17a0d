import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, type SetColumn } from "../../platform/database/row-set.ts";

/** How a file's downloads ended on one UTC day, as far as known. */
export interface TransferDay {
  accountId: number;
  productId: number;
  fileId: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  /** Downloads with a known end. */
  ended: number;
  /** Downloads whose bytes were all sent. */
  completed: number;
  /** Distinct bytes sent. */
  sentBytes: number;
  /** For transfers long enough to be timed: their bytes and milliseconds. */
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
      // Without the condition, SQLite would read the `on` of `on conflict` as part of a join.
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

/** Sums over some days. */
export type TransferTotals = Pick<
  TransferDay,
  "ended" | "completed" | "sentBytes" | "timedBytes" | "timedMilliseconds"
>;

/** How the downloads of a product's file ended. */
export interface FileTransfers extends TransferTotals {
  productId: number;
  /** Known even if the product has been deleted. */
  sku: string;
  /** Null if the file has been deleted. */
  filename: string | null;
}

/**
 * How the account's downloads in the range (inclusive) ended, by file, those with the most incomplete downloads first.
 * Leaves out files without any. Crosses domains: the list names products and files.
 */
export function brokenTransfersByFile(
  reader: Reader,
  accountId: number,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<FileTransfers[]> {
  return transferDaysIn(reader, accountId, { from, to })
    .innerJoin("products as product", "product.id", "counted.product_id")
    .leftJoin("files as file", "file.id", "counted.file_id")
    .select(["counted.product_id as productId", "product.sku", "file.filename"])
    .groupBy(["counted.product_id", "product.sku", "counted.file_id", "file.filename"])
    .having(sql<boolean>`sum(counted.ended) > sum(counted.completed)`)
    .orderBy(sql`sum(counted.ended) - sum(counted.completed)`, "desc")
    .orderBy("counted.product_id")
    .orderBy("counted.file_id")
    .limit(limit)
    .execute();
}

/** How all downloads of the account in the range ended, as far as known. */
export async function transferTotals(
  reader: Reader,
  accountId: number,
  range: { from: number; to: number },
): Promise<TransferTotals> {
  const sums = await transferDaysIn(reader, accountId, range).executeTakeFirst();
  return {
    ended: sums?.ended ?? 0,
    completed: sums?.completed ?? 0,
    sentBytes: sums?.sentBytes ?? 0,
    timedBytes: sums?.timedBytes ?? 0,
    timedMilliseconds: sums?.timedMilliseconds ?? 0,
  };
}

/** The sums of the account's days in the range. */
const transferDaysIn = (reader: Reader, accountId: number, { from, to }: { from: number; to: number }) =>
  reader
    .selectFrom("transfer_days as counted")
    .select(({ fn }) => [
      fn.sum<number>("counted.ended").as("ended"),
      fn.sum<number>("counted.completed").as("completed"),
      fn.sum<number>("counted.sent_bytes").as("sentBytes"),
      fn.sum<number>("counted.timed_bytes").as("timedBytes"),
      fn.sum<number>("counted.timed_milliseconds").as("timedMilliseconds"),
    ])
    .where("counted.account_id", "=", accountId)
    .where("counted.day", ">=", from)
    .where("counted.day", "<=", to);
