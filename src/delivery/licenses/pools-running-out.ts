import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import type { Instant } from "../../platform/instants.ts";
import { liveProducts } from "../catalog/live.ts";

/** Days for which a pool should last. */
const enoughDays = 14;

/** The newest orders of a product, used to estimate how fast its keys are used; and the fewest that allow an estimate. */
const newestItems = 200;
const fewestItems = 5;

/** Maximum number of keys of a pool to count. */
const mostKeys = 10_000;

interface PoolRunningOut {
  id: number;
  sku: string;
  name: string;
  /** Number of unassigned keys, at least one. */
  available: number;
  /** How many whole days they last at the present rate of orders. */
  daysLeft: number;
}

/**
 * The account's products whose license keys last less than two weeks at the rate of each product's newest 200 orders; the most
 * urgent first. Leaves out empty pools, and products whose keys are made. Crosses domains: one query reads the pools and the
 * newest orders of each.
 */
export async function poolsRunningOut(reader: Reader, accountId: number, now: Instant): Promise<PoolRunningOut[]> {
  const newest = sql`
    select item.quantity, item.created_at from order_items as item
    where item.product_id = product.id order by item.id desc limit ${sql.lit(newestItems)}
  `;
  const pools = await liveProducts(reader)
    .select(["product.id", "product.sku", "product.name"])
    .select([
      sql<number>`(
        select count(*) from (
          select 1 from license_keys as key where key.product_id = product.id and key.assigned_at is null
          limit ${sql.lit(mostKeys)}
        ) as counted
      )`.as("available"),
      sql<number>`(select count(*) from (${newest}) as newest)`.as("orders"),
      sql<number | null>`(select sum(newest.quantity) from (${newest}) as newest)`.as("units"),
      sql<Instant | null>`(select min(newest.created_at) from (${newest}) as newest)`.as("since"),
    ])
    .where("product.account_id", "=", accountId)
    .where("product.license_source", "=", "pool")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("license_keys as key")
          .select("key.id")
          .whereRef("key.product_id", "=", "product.id")
          .where("key.assigned_at", "is", null),
      ),
    )
    .execute();
  return pools
    .filter(({ available, orders }) => orders >= fewestItems && available < mostKeys)
    .map(({ id, sku, name, available, units, since }) => {
      const days = Math.max(now - (since ?? now), dayMilliseconds) / dayMilliseconds;
      return { id, sku, name, available, daysLeft: Math.floor((available * days) / (units ?? 1)) };
    })
    .filter(({ daysLeft }) => daysLeft < enoughDays)
    .toSorted((one, other) => one.daysLeft - other.daysLeft);
}
