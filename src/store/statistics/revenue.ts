import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet } from "../../platform/database/row-set.ts";
import { dayOf } from "../../platform/days.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";

/** A change of a day's revenue; negative for less. */
export interface RevenueChange {
  /** When the order was created, or the payment made. */
  at: Instant;
  /** ISO 4217. */
  currency: string;
  /** In ten-thousandths of the currency's unit, so that sums are exact. */
  amount: number;
}

/**
 * Adds to the account's revenue. Lets other work run in between. Call it late in a transaction: orders of the same day
 * wait until it ends.
 */
export async function countRevenue(tx: Tx, accountId: number, changes: Iterable<RevenueChange>): Promise<void> {
  const sums = new Map<string, { accountId: number; day: number; currency: string; amount: number }>();
  for (const { at, currency, amount } of changes) {
    const day = dayOf(at);
    const key = `${day} ${currency}`;
    const sum = sums.get(key) ?? { accountId, day, currency, amount: 0 };
    sum.amount += amount;
    sums.set(key, sum);
    await giveWay();
  }
  const rows = [...sums.values()].filter(({ amount }) => amount !== 0);
  if (rows.length === 0) return;
  // Always in the same order, so that two transactions never wait for each other.
  rows.sort((one, other) => one.day - other.day || (one.currency < other.currency ? -1 : 1));
  await addToRevenueDays(tx, { rows: JSON.stringify(rows) });
}

const fields = {
  account_id: ["accountId", "integer"],
  day: "integer",
  currency: "text",
  amount: "integer",
} as const;

const addToRevenueDays = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("revenue_days")
    .columns(["account_id", "day", "currency", "amount"])
    // Without the condition, SQLite would read the `on` of `on conflict` as part of a join.
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "added", fields, rows))
        .select(["added.account_id", "added.day", "added.currency", "added.amount"])
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "day", "currency"])
        .doUpdateSet(({ eb, ref }) => ({ amount: eb("revenue_days.amount", "+", ref("excluded.amount")) })),
    ),
);

export interface RevenueOfDay {
  /** Days since 1970-01-01 in UTC. */
  day: number;
  currency: string;
  /** In ten-thousandths of the currency's unit. */
  amount: number;
}

/** The account's revenue in each currency, for days of the range (inclusive) that have any. */
export function revenueByDay(
  reader: Reader,
  accountId: number,
  { from, to }: { from: number; to: number },
): Promise<RevenueOfDay[]> {
  return reader
    .selectFrom("revenue_days")
    .select(["day", "currency", "amount"])
    .where("account_id", "=", accountId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("amount", "!=", 0)
    .orderBy("day")
    .orderBy("currency")
    .execute();
}
