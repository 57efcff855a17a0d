import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { liveProducts } from "../catalog/live.ts";
import { lacksKeys } from "./items-lacking-keys.ts";
import { poolCounts } from "./queries.ts";

interface WaitingProduct {
  id: number;
  sku: string;
  name: string;
  /** Orders with an item that has fewer keys than units. */
  ordersWaiting: number;
}

/**
 * The account's products whose pool of license keys is too small for their orders, those with the most waiting orders first.
 * Crosses domains: one query reads the pools and the waiting items.
 */
export async function productsWaitingForKeys(reader: Reader, accountId: number): Promise<WaitingProduct[]> {
  const withPool = await liveProducts(reader)
    .select(["product.id", "product.sku", "product.name"])
    .where("product.account_id", "=", accountId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("license_keys as key").select("key.id").whereRef("key.product_id", "=", "product.id")),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("order_items as item")
          .select("item.id")
          .whereRef("item.product_id", "=", "product.id")
          .where(lacksKeys),
      ),
    )
    .execute();
  const counts = await poolCounts(
    reader,
    withPool.map(({ id }) => id),
  );
  return withPool
    .map((product) => ({ ...product, ordersWaiting: counts.get(product.id)?.ordersWaiting ?? 0 }))
    .filter(({ ordersWaiting }) => ordersWaiting > 0)
    .toSorted((a, b) => b.ordersWaiting - a.ordersWaiting);
}

/**
 * The number of order items, of all accounts, with fewer keys than units, counted up to `most`. Looks only into pools that have
 * ever had a key, one by one: items of other products do not wait. Crosses domains: one query reads the pools and the waiting
 * items.
 */
export async function itemsWaitingForKeys(reader: Reader, most: number): Promise<number> {
  // With `cross join`, SQLite does not start with the orders.
  const { rows } = await sql<{ waiting: number }>`
    with recursive pools(product_id) as (
      select min(product_id) from license_keys
      union all
      select (select min(product_id) from license_keys where license_keys.product_id > pools.product_id)
      from pools where pools.product_id is not null
    )
    select count(*) as waiting from (
      select item.id from pools cross join order_items as item cross join orders
      where item.product_id = pools.product_id and item.id > coalesce((select keys_after_item from products where products.id = pools.product_id), 0)
        and item.keys_assigned < item.quantity and item.removed_at is null and item.revoked_at is null
        and orders.id = item.order_id and orders.test = 0 and orders.deleted_at is null and orders.held_at is null and orders.revoked_at is null
      limit ${most}
    ) as counted
  `.execute(reader);
  return rows[0]?.waiting ?? 0;
}
