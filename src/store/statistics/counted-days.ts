import { sql } from "kysely";
import { inBatches } from "../../platform/database/batches.ts";
import type { Reader } from "../../platform/database/database.ts";

/** Rows per statement. */
const rowsAtOnce = 5_000;

/** The stored counts of each product and day. */
export const countsOfProductDays = (reader: Reader) =>
  inBatches<{ productId: number; day: number; orders: number; downloads: number; bytes: number }>(({ last, limit }) => {
    const days = reader
      .selectFrom("product_days")
      .select(["product_id as productId", "day", "orders", "downloads", "bytes"])
      .orderBy("product_id")
      .orderBy("day")
      .limit(limit);
    return (last ? days.where(sql<boolean>`(product_id, day) > (${last.productId}, ${last.day})`) : days).execute();
  }, rowsAtOnce);

/** The stored counts of each account and day. */
export const countsOfAccountDays = (reader: Reader) =>
  inBatches<{ accountId: number; day: number; orders: number; emails: number }>(({ last, limit }) => {
    const days = reader
      .selectFrom("account_days")
      .select(["account_id as accountId", "day", "orders", "emails"])
      .orderBy("account_id")
      .orderBy("day")
      .limit(limit);
    return (last ? days.where(sql<boolean>`(account_id, day) > (${last.accountId}, ${last.day})`) : days).execute();
  }, rowsAtOnce);

/** The stored revenue of each account and day in ten-thousandths, all currencies added up. */
export const revenueOfAccountDays = (reader: Reader) =>
  inBatches<{ accountId: number; day: number; amount: number }>(({ last, limit }) => {
    const days = reader
      .selectFrom("revenue_days")
      .select(["account_id as accountId", "day", sql<number>`cast(sum(amount) as bigint)`.as("amount")])
      .groupBy(["account_id", "day"])
      .orderBy("account_id")
      .orderBy("day")
      .limit(limit);
    return (last ? days.where(sql<boolean>`(account_id, day) > (${last.accountId}, ${last.day})`) : days).execute();
  }, rowsAtOnce);
