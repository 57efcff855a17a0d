import type { Tx } from "../database/database.ts";
import { inSlices } from "../database/slices.ts";
import { dayOf, dayStart } from "../days.ts";
import { giveWay } from "../give-way.ts";

/** Counts a new order and the products in it. */
export async function countOrder(tx: Tx, accountId: number, productIds: number[], now: number): Promise<void> {
  await countForAccount(tx, accountId, { orders: 1, emails: 0 }, now);
  await countForProducts(tx, accountId, new Map(productIds.map((id) => [id, 1])), now);
}

/** Counts any number of orders, each on the day of its instant `at`, and lets others have their turn in between. */
export async function countOrders(
  tx: Tx,
  accountId: number,
  orders: Iterable<{ at: number; productIds: number[] }>,
): Promise<void> {
  const byDay = new Map<number, { orders: number; products: Map<number, number> }>();
  for (const { at, productIds } of orders) {
    const counts = byDay.get(dayOf(at)) ?? { orders: 0, products: new Map() };
    byDay.set(dayOf(at), counts);
    counts.orders++;
    for (const id of productIds) counts.products.set(id, (counts.products.get(id) ?? 0) + 1);
    await giveWay();
  }
  for (const [day, counts] of [...byDay].toSorted(([one], [other]) => one - other)) {
    await countForAccount(tx, accountId, { orders: counts.orders, emails: 0 }, dayStart(day));
    await countForProducts(tx, accountId, counts.products, dayStart(day));
  }
}

/** Counts a download of a file of this size. */
export async function countDownload(
  tx: Tx,
  { accountId, productId, sizeBytes }: { accountId: number; productId: number; sizeBytes: number },
  now: number,
): Promise<void> {
  await countForProduct(tx, accountId, productId, { orders: 0, downloads: 1, bytes: sizeBytes }, now);
}

/** Counts a delivery email that a mail server took. */
export async function countEmail(tx: Tx, accountId: number, now: number): Promise<void> {
  await countForAccount(tx, accountId, { orders: 0, emails: 1 }, now);
}

async function countForAccount(
  tx: Tx,
  accountId: number,
  counted: { orders: number; emails: number },
  now: number,
): Promise<void> {
  await tx
    .insertInto("account_days")
    .values({ account_id: accountId, day: dayOf(now), ...counted })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "day"]).doUpdateSet(({ eb }) => ({
        orders: eb("account_days.orders", "+", counted.orders),
        emails: eb("account_days.emails", "+", counted.emails),
      })),
    )
    .execute();
}

/** Counts so many orders of each product, by its row number. */
async function countForProducts(tx: Tx, accountId: number, orders: Map<number, number>, now: number): Promise<void> {
  // Always in the same order, so that two transactions never wait for each other.
  const sorted = [...orders].toSorted(([one], [other]) => one - other);
  await inSlices(sorted, (slice) =>
    tx
      .insertInto("product_days")
      .values(
        slice.map(([productId, count]) => ({
          account_id: accountId,
          product_id: productId,
          day: dayOf(now),
          orders: count,
          downloads: 0,
          bytes: 0,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["product_id", "day"])
          .doUpdateSet(({ eb, ref }) => ({ orders: eb("product_days.orders", "+", ref("excluded.orders")) })),
      )
      .execute(),
  );
}

async function countForProduct(
  tx: Tx,
  accountId: number,
  productId: number,
  counted: { orders: number; downloads: number; bytes: number },
  now: number,
): Promise<void> {
  await tx
    .insertInto("product_days")
    .values({ account_id: accountId, product_id: productId, day: dayOf(now), ...counted })
    .onConflict((conflict) =>
      conflict.columns(["product_id", "day"]).doUpdateSet(({ eb }) => ({
        orders: eb("product_days.orders", "+", counted.orders),
        downloads: eb("product_days.downloads", "+", counted.downloads),
        bytes: eb("product_days.bytes", "+", counted.bytes),
      })),
    )
    .execute();
}
