import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import type { Product } from "../catalog/products.ts";
import { type ProductKey, removeFromCatalog } from "../catalog/products.ts";
import { keptItems } from "./live.ts";

/** Order items from which one statement removes a deleted product. */
const removedAtOnce = 500;

/** Removes the product from the catalog and from every order; recorded downloads stay. Throws `not_found`. */
export async function deleteProduct(tx: Tx, accountId: number, key: ProductKey, now: Instant): Promise<Product> {
  const product = await removeFromCatalog(tx, accountId, key, now);
  await removeFromOrders(tx, product.id, now);
  return product;
}

/** In steps, because there may be a million. */
async function removeFromOrders(tx: Tx, productId: number, now: Instant): Promise<void> {
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
    await noteChangedOrders(
      tx,
      held.map(({ orderId }) => orderId),
    );
    if (ids.length < removedAtOnce) return;
  }
}
