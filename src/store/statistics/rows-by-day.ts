import { type RawBuilder, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";

// Counts rows by day, to compare them with stored counts. Each statement reads the rows with numbers after `after`, up
// to `last`.

/** Row numbers. */
export interface RowRange {
  after: number;
  last: number;
}

/** Like `dayOf`, for a column with an instant. */
const dayIn = (column: string): RawBuilder<number> => {
  const [at, day] = [sql.ref<number>(column), sql.lit(dayMilliseconds)];
  // Both databases round toward zero, even before 1970.
  return sql<number>`(${at} - ((${at} % ${day}) + ${day}) % ${day}) / ${day}`;
};

const within = ({ after, last }: RowRange, column: string) =>
  sql<boolean>`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}`;

/** The highest row numbers; 0 if there are no rows. Crosses domains: count and rows must be from the same instant. */
export async function lastRows(reader: Reader): Promise<{ orders: number; downloads: number; emails: number }> {
  const order = await reader.selectFrom("orders").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  const download = await reader.selectFrom("downloads").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  const attempt = await reader.selectFrom("email_tries").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return { orders: order?.id ?? 0, downloads: download?.id ?? 0, emails: attempt?.id ?? 0 };
}

/** All orders except tests, including deleted ones. Crosses domains: count and rows must be from the same instant. */
export function ordersByDay(reader: Reader, range: RowRange) {
  return reader
    .selectFrom("orders")
    .select(({ fn }) => ["account_id as accountId", dayIn("created_at").as("day"), fn.countAll<number>().as("orders")])
    .where(within(range, "id"))
    .where("test", "=", 0)
    .groupBy(["account_id", dayIn("created_at")])
    .execute();
}

/**
 * The items that orders (a range of numbers) were created with, including removed ones. Crosses domains: count and rows must be
 * from the same instant.
 */
export function itemsByDay(reader: Reader, range: RowRange) {
  return (
    reader
      .selectFrom("order_items as item")
      .innerJoin("orders", "orders.id", "item.order_id")
      .select(({ fn }) => [
        "item.product_id as productId",
        dayIn("item.created_at").as("day"),
        fn.count<number>("item.order_id").distinct().as("orders"),
      ])
      .where(within(range, "orders.id"))
      // Without this, PostgreSQL would read all items for each range.
      .where(within(range, "item.order_id"))
      .where("orders.test", "=", 0)
      // Items added later do not count as ordered.
      .whereRef("item.created_at", "=", "orders.created_at")
      .groupBy(["item.product_id", dayIn("item.created_at")])
      .execute()
  );
}

/**
 * The value of orders (a range of numbers), in ten-thousandths of their currencies, and whether a priced item was removed or an
 * order deleted: their revenue may have stayed. Crosses domains: count and rows must be from the same instant.
 */
export function worthByDay(reader: Reader, range: RowRange) {
  const isLive = sql`orders.deleted_at is null and orders.revoked_at is null`;
  const worth = reader
    .selectFrom("orders")
    .innerJoin("order_items as item", "item.order_id", "orders.id")
    .select([
      "orders.account_id",
      dayIn("orders.created_at").as("day"),
      sql<number>`cast(round(sum(case when ${isLive} and item.removed_at is null and item.revoked_at is null
        then item.price * item.quantity else 0 end) * 10000) as bigint)`.as("amount"),
      sql<number>`max(case when item.removed_at is not null or orders.deleted_at is not null then 1 else 0 end)`.as(
        "ended",
      ),
    ])
    .where(within(range, "orders.id"))
    // Without this, PostgreSQL would read all items for each range.
    .where(within(range, "item.order_id"))
    .where("orders.test", "=", 0)
    .where("item.price", "is not", null)
    .groupBy(["orders.id", "orders.account_id", "orders.created_at"]);
  return reader
    .selectFrom(worth.as("worth"))
    .select(({ fn }) => [
      "account_id as accountId",
      "day",
      fn.countAll<number>().as("orders"),
      sql<number>`cast(sum(amount) as bigint)`.as("amount"),
      fn.max<number>("ended").as("ended"),
    ])
    .groupBy(["account_id", "day"])
    .execute();
}

/**
 * The same for the payments that renewed these orders, each on its day. Crosses domains: count and rows must be from the same
 * instant.
 */
export function paymentsByDay(reader: Reader, range: RowRange) {
  return reader
    .selectFrom("subscription_payments as payment")
    .innerJoin("orders", "orders.id", "payment.order_id")
    .select(({ fn }) => [
      "payment.account_id as accountId",
      dayIn("payment.paid_at").as("day"),
      sql<number>`cast(sum(case when orders.deleted_at is null and orders.revoked_at is null
          then payment.amount else 0 end) as bigint)`.as("amount"),
      fn.max<number>(sql`case when orders.deleted_at is not null then 1 else 0 end`).as("ended"),
    ])
    .where(within(range, "payment.order_id"))
    .where("orders.test", "=", 0)
    .where("payment.amount", "is not", null)
    .groupBy(["payment.account_id", dayIn("payment.paid_at")])
    .execute();
}

/** All downloads except those of tests. Crosses domains: count and rows must be from the same instant. */
export function downloadsByDay(reader: Reader, range: RowRange) {
  return reader
    .selectFrom("downloads")
    .leftJoin("orders", "orders.id", "downloads.order_id")
    .select(({ fn }) => [
      "product_id as productId",
      dayIn("downloaded_at").as("day"),
      fn.countAll<number>().as("downloads"),
      sql<number>`cast(sum(size_bytes) as bigint)`.as("bytes"),
    ])
    .where(within(range, "downloads.id"))
    .where((row) => row.or([row("orders.test", "is", null), row("orders.test", "=", 0)]))
    .groupBy(["product_id", dayIn("downloaded_at")])
    .execute();
}

/**
 * Delivery emails that a mail server accepted, except those of tests, by the attempts (a range of numbers) that sent them.
 * Crosses domains: count and rows must be from the same instant.
 */
export function emailsByDay(reader: Reader, range: RowRange) {
  return reader
    .selectFrom("email_tries as attempt")
    .innerJoin("emails as email", "email.id", "attempt.email_id")
    .leftJoin("orders", "orders.id", "email.order_id")
    .select(({ fn }) => [
      "email.account_id as accountId",
      dayIn("attempt.tried_at").as("day"),
      fn.countAll<number>().as("emails"),
    ])
    .where(within(range, "attempt.id"))
    .where("attempt.outcome", "=", "sent")
    .where("email.kind", "=", "delivery")
    .where((row) => row.or([row("orders.test", "is", null), row("orders.test", "=", 0)]))
    .groupBy(["email.account_id", dayIn("attempt.tried_at")])
    .execute();
}
