import type { Reader } from "../database/database.ts";
import { poolCounts } from "./queries.ts";

interface WaitingProduct {
  id: number;
  sku: string;
  name: string;
  /** Orders with an item that got fewer keys than it has units. */
  ordersWaiting: number;
}

/** The account's products whose pool of license keys is too small for their orders; the most wanted first. */
export async function productsWaitingForKeys(reader: Reader, accountId: number): Promise<WaitingProduct[]> {
  const withPool = await reader
    .selectFrom("products as product")
    .select(["product.id", "product.sku", "product.name"])
    .where("product.account_id", "=", accountId)
    .where("product.deleted_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("license_keys as key").select("key.id").whereRef("key.product_id", "=", "product.id")),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("order_items as item")
          .select("item.id")
          .whereRef("item.product_id", "=", "product.id")
          .whereRef("item.keys_assigned", "<", "item.quantity")
          .where("item.removed_at", "is", null),
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
