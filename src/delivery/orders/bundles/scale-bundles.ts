import type { Tx } from "../../../platform/database/database.ts";
import { rejectFields } from "../../../platform/errors.ts";
import { lockPools } from "../../licenses/pool.ts";
import { keptItems } from "../live-rows.ts";
import { unitsProblem } from "../order-input.ts";

/** An item that a bundle's item added to the order. */
interface BundledItem {
  id: number;
  productId: number;
  quantity: number;
}

/** The items that the bundle's item (row number) added to its order (row number). */
export function bundledItems(tx: Tx, { id, orderId }: { id: number; orderId: number }): Promise<BundledItem[]> {
  return keptItems(tx)
    .select(["id", "product_id as productId", "quantity"])
    .where("order_id", "=", orderId)
    .where("bundle_item_id", "=", id)
    .execute();
}

/**
 * Changes the units of the items that a bundle's item has added, to match its new quantity. They keep their proportion, even if
 * the bundle has changed. Locks their pools. Throws `invalid` for more units than an item can have.
 */
export async function scaleBundledItems(
  tx: Tx,
  bundled: BundledItem[],
  { before, after }: { before: number; after: number },
): Promise<void> {
  if (bundled.length === 0 || before === after) return;
  const unitsOf = (quantity: number) => Math.ceil((quantity * after) / before);
  rejectFields(bundled.map(({ quantity }) => ({ field: "quantity", message: unitsProblem(unitsOf(quantity)) })));
  await lockPools(
    tx,
    bundled.map(({ productId }) => productId),
  );
  for (const { id, quantity } of bundled) {
    await tx
      .updateTable("order_items")
      .set({ quantity: unitsOf(quantity) })
      .where("id", "=", id)
      .execute();
  }
}
