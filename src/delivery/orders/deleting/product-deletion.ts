import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import { noteChangedOrders } from "../../../store/order-changes/note-changes.ts";
import { countKeptItems } from "../../../store/statistics/count.ts";
import type { ProductKey } from "../../catalog/product-lookup.ts";
import { removeFromCatalog } from "../../catalog/products.ts";
import type { Product } from "../../catalog/queries.ts";
import { keptItems } from "../live-rows.ts";

/** Order items from which one statement removes a deleted product. */
const removedAtOnce = 500;

/**
 * Removes the product from the catalog and from every order, along with the items that it added as a bundle. Recorded downloads
 * stay. Throws `not_found`.
 */
export async function deleteProduct(tx: Tx, accountId: number, key: ProductKey, now: Instant): Promise<Product> {
  const product = await removeFromCatalog(tx, accountId, key, now);
  await removeFromOrders(tx, product, now);
  return product;
}

/** In steps, because there may be a million. */
async function removeFromOrders(tx: Tx, { id: productId, accountId }: Product, now: Instant): Promise<void> {
  for (let last = 0; ; ) {
    const held = await keptItems(tx)
      .select(["id", "order_id as orderId"])
      .where("product_id", "=", productId)
      .where("id", ">", last)
      .orderBy("id")
      .limit(removedAtOnce)
      .execute();
    const ids = held.map(({ id }) => id);
    last = ids.at(-1) ?? last;
    if (ids.length > 0) await tx.updateTable("order_items").set({ removed_at: now }).where("id", "in", ids).execute();
    const orderIds = held.map(({ orderId }) => orderId);
    if (ids.length > 0) await countKeptItems(tx, accountId, await removeBrought(tx, { ids, orderIds }, now), now);
    await noteChangedOrders(tx, orderIds);
    if (ids.length < removedAtOnce) return;
  }
}

/** Removes the items that these bundles' items added. Resolves with the orders that each product (row number) is removed from. */
async function removeBrought(
  tx: Tx,
  { ids, orderIds }: { ids: number[]; orderIds: number[] },
  now: Instant,
): Promise<Map<number, number>> {
  const brought = await tx
    .updateTable("order_items")
    .set({ removed_at: now })
    .where("order_id", "in", orderIds)
    .where("bundle_item_id", "in", ids)
    .where("removed_at", "is", null)
    .returning(["order_id as orderId", "product_id as productId"])
    .execute();
  const changes = new Map<number, number>();
  if (brought.length === 0) return changes;
  const left = await keptItems(tx)
    .select(["order_id as orderId", "product_id as productId"])
    .where("order_id", "in", orderIds)
    .execute();
  const key = ({ orderId, productId }: { orderId: number; productId: number }) => `${orderId} ${productId}`;
  const stays = new Set(left.map(key));
  for (const one of new Map(brought.map((item) => [key(item), item])).values()) {
    if (!stays.has(key(one))) changes.set(one.productId, (changes.get(one.productId) ?? 0) - 1);
  }
  return changes;
}
