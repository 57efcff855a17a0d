import type { Tx } from "../../platform/database/database.ts";
import { lockPools } from "../licenses/pool.ts";
import { keptItems } from "./live.ts";

/** An item that a bundle's item brought to the order. */
interface HeldItem {
  id: number;
  productId: number;
  quantity: number;
}

/** The items that the bundle's item (row number) brought to its order (row number). */
export function itemsHeldBy(tx: Tx, { id, orderId }: { id: number; orderId: number }): Promise<HeldItem[]> {
  return keptItems(tx)
    .select(["id", "product_id as productId", "quantity"])
    .where("order_id", "=", orderId)
    .where("bundle_item_id", "=", id)
    .execute();
}

/**
 * Gives what a bundle's item brought the units for its new quantity. They keep their proportion, whatever the bundle
 * holds by now. Locks their pools.
 */
export async function scaleHeldItems(
  tx: Tx,
  held: HeldItem[],
  { before, after }: { before: number; after: number },
): Promise<void> {
  if (held.length === 0 || before === after) return;
  await lockPools(
    tx,
    held.map(({ productId }) => productId),
  );
  for (const { id, quantity } of held) {
    const units = Math.ceil((quantity * after) / before);
    await tx.updateTable("order_items").set({ quantity: units }).where("id", "=", id).execute();
  }
}
