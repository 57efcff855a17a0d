import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, type SetColumn } from "../../platform/database/row-set.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { dayOf, dayStart } from "../../platform/days.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";

/** An order with the row numbers of its products. A test order counts only among the orders that contain these products. */
export interface CountedOrder {
  at: Instant;
  productIds: number[];
  test?: boolean;
}

/** Counts any number of orders, each on the day of its instant `at`. Lets other work run in between. */
export async function countOrders(tx: Tx, accountId: number, orders: Iterable<CountedOrder>): Promise<void> {
  const byDay = new Map<number, { orders: number; products: Map<number, { orders: number; keptItems: number }> }>();
  for (const { at, productIds, test = false } of orders) {
    const counts = byDay.get(dayOf(at)) ?? { orders: 0, products: new Map() };
    byDay.set(dayOf(at), counts);
    const one = test ? 0 : 1;
    counts.orders += one;
    for (const id of productIds) {
      const { orders: counted, keptItems } = counts.products.get(id) ?? { orders: 0, keptItems: 0 };
      counts.products.set(id, { orders: counted + one, keptItems: keptItems + 1 });
    }
    await giveWay();
  }
  for (const [day, counts] of [...byDay].toSorted(([one], [other]) => one - other)) {
    if (counts.orders > 0) await countForAccount(tx, accountId, { orders: counts.orders, emails: 0 }, dayStart(day));
    await countForProducts(tx, accountId, counts.products, dayStart(day));
  }
}

/** Counts downloads of files of this size, each on the day of its instant `at`. */
export async function countDownloads(
  tx: Tx,
  downloads: { accountId: number; productId: number; sizeBytes: number; at: Instant }[],
): Promise<void> {
  const counts = new Map<string, ProductDay>();
  for (const { accountId, productId, sizeBytes, at } of downloads) {
    const day = dayOf(at);
    const key = `${productId} ${day}`;
    const count = counts.get(key) ?? nothing(accountId, productId, day);
    count.downloads += 1;
    count.bytes += sizeBytes;
    counts.set(key, count);
  }
  await addToProductDays(tx, { rows: JSON.stringify(inOrder([...counts.values()])) });
}

/** Counts a delivery email that a mail server accepted. */
export async function countEmail(tx: Tx, accountId: number, now: Instant): Promise<void> {
  await countForAccount(tx, accountId, { orders: 0, emails: 1 }, now);
}

async function countForAccount(
  tx: Tx,
  accountId: number,
  counted: { orders: number; emails: number },
  now: Instant,
): Promise<void> {
  await addToDay(tx, { accountId, day: dayOf(now), ...counted });
}

const addToDay = prepared<{ accountId: number; day: number; orders: number; emails: number }, never>(
  (db, { accountId, day, orders, emails }) =>
    db
      .insertInto("account_days")
      .values({ account_id: accountId, day, orders, emails })
      .onConflict((conflict) =>
        conflict.columns(["account_id", "day"]).doUpdateSet(({ eb, ref }) => ({
          orders: eb("account_days.orders", "+", ref("excluded.orders")),
          emails: eb("account_days.emails", "+", ref("excluded.emails")),
        })),
      ),
);

/**
 * Counts items that existing orders have gained or lost, by the product's row number. Call it late in a transaction:
 * orders of the same products wait until it ends.
 */
export async function countKeptItems(
  tx: Tx,
  accountId: number,
  changes: Map<number, number>,
  now: Instant,
): Promise<void> {
  const counts = [...changes].map(([productId, keptItems]) => ({ accountId, productId, keptItems }));
  await addKeptItems(tx, counts, now);
}

/** Adds to the numbers of items that orders contain, for products of any accounts. */
export async function addKeptItems(
  tx: Tx,
  changes: { accountId: number; productId: number; keptItems: number }[],
  now: Instant,
): Promise<void> {
  const counts = changes.map(({ accountId, productId, keptItems }) => ({
    ...nothing(accountId, productId, dayOf(now)),
    keptItems,
  }));
  await addInOrder(tx, counts);
}

/** Counts new orders and items of each product, by its row number. */
async function countForProducts(
  tx: Tx,
  accountId: number,
  products: Map<number, { orders: number; keptItems: number }>,
  now: Instant,
): Promise<void> {
  const day = dayOf(now);
  const counts = [...products].map(([productId, count]) => ({ ...nothing(accountId, productId, day), ...count }));
  await addInOrder(tx, counts);
}

const nothing = (accountId: number, productId: number, day: number): ProductDay => ({
  accountId,
  productId,
  day,
  orders: 0,
  downloads: 0,
  bytes: 0,
  keptItems: 0,
});

const addInOrder = (tx: Tx, counts: ProductDay[]) =>
  inSlices(inOrder(counts), (slice) => addToProductDays(tx, { rows: JSON.stringify(slice) }));

/** Always in the same order, so that two transactions never wait for each other. */
const inOrder = (counts: ProductDay[]) =>
  counts.toSorted((one, other) => one.productId - other.productId || one.day - other.day);

interface ProductDay {
  accountId: number;
  productId: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  orders: number;
  downloads: number;
  bytes: number;
  keptItems: number;
}

const productDay = {
  account_id: ["accountId", "integer"],
  product_id: ["productId", "integer"],
  day: "integer",
  orders: "integer",
  downloads: "integer",
  bytes: "integer",
  kept_items: ["keptItems", "integer"],
} as const satisfies Record<string, SetColumn<keyof ProductDay>>;

const addToProductDays = prepared<{ rows: string }, never>((db, { rows }) => {
  const columns = Object.keys(productDay) as (keyof typeof productDay)[];
  return (
    db
      .insertInto("product_days")
      .columns(columns)
      // Without the condition, SQLite would read the `on` of `on conflict` as part of a join.
      .expression(({ selectFrom }) =>
        selectFrom(rowSet(db, "added", productDay, rows))
          .select(columns.map((column) => `added.${column}` as const))
          .where(sql.lit(true)),
      )
      .onConflict((conflict) =>
        conflict.columns(["product_id", "day"]).doUpdateSet(({ eb, ref }) => ({
          orders: eb("product_days.orders", "+", ref("excluded.orders")),
          downloads: eb("product_days.downloads", "+", ref("excluded.downloads")),
          bytes: eb("product_days.bytes", "+", ref("excluded.bytes")),
          kept_items: eb("product_days.kept_items", "+", ref("excluded.kept_items")),
        })),
      )
  );
});
