import { liveProducts } from "../catalog/live.ts";
import { holdLiveProducts } from "../catalog/product-lookup.ts";
import type { Tx } from "../database/database.ts";
import { giveWay } from "../give-way.ts";
import type { Instant } from "../instants.ts";
import { assignableItems, countAssigned, isStocked, type LackingItem } from "./items-lacking-keys.ts";

/** Rows that one query names or changes. */
const namedAtOnce = 500;

/**
 * Holds the products, and so their pools, until the transaction ends, so that handing out keys, oldest first, adding keys
 * to waiting items and deleting a product happen one after the other on every database. Returns those that are not
 * deleted. None is deleted before the transaction ends.
 */
export async function lockPools(tx: Tx, productIds: number[]): Promise<Set<number>> {
  const live = new Set<number>();
  // Always in the same order, so that two transactions never wait for each other.
  const sorted = [...new Set(productIds)].sort((one, other) => one - other);
  for (let start = 0; start < sorted.length; start += namedAtOnce) {
    const slice = sorted.slice(start, start + namedAtOnce);
    for (const id of await holdLiveProducts(tx, slice)) live.add(id);
    await giveWay();
  }
  return live;
}

/**
 * Those of the products whose pools, which the caller holds, have keys for a new order. While new keys are being handed to
 * the orders that wait, there are none for those that come later.
 */
export async function stockedProducts(tx: Tx, productIds: number[]): Promise<Set<number>> {
  const stocked = new Set<number>();
  for (let start = 0; start < productIds.length; start += namedAtOnce) {
    const slice = productIds.slice(start, start + namedAtOnce);
    const found = await liveProducts(tx)
      .select("product.id")
      .where("product.id", "in", slice)
      .where(isStocked)
      .execute();
    for (const { id } of found) stocked.add(id);
  }
  return stocked;
}

/**
 * Assigns one key per unit to the order's items that still lack some, as far as the pools reach
 * (docs/license-keys.md, When the pool is empty). The caller holds the pools. Returns how many each item got, by its row
 * number.
 */
export async function assignKeysToOrder(tx: Tx, orderId: number, now: Instant): Promise<Map<number, number>> {
  const assigned = new Map<number, number>();
  for (const item of await assignableItems(tx, { orderId })) assigned.set(item.id, await assignKeys(tx, item, now));
  return assigned;
}

/** Hands the item the oldest keys of its product's pool, which the caller holds; returns how many it got. */
export async function assignKeys(tx: Tx, item: LackingItem, now: Instant): Promise<number> {
  const missing = item.quantity - item.keysAssigned;
  let sum = 0;
  for (let some = 0; sum < missing; sum += some) {
    some = await assignSome(tx, item, Math.min(missing - sum, namedAtOnce), now);
    if (some === 0) break;
  }
  if (sum > 0) await countAssigned(tx, item.id, sum);
  return sum;
}

async function assignSome(tx: Tx, item: LackingItem, most: number, now: Instant): Promise<number> {
  const assigned = await tx
    .updateTable("license_keys")
    .set({ order_item_id: item.id, assigned_at: now })
    .where("id", "in", (keys) =>
      keys
        .selectFrom("license_keys")
        .select("id")
        .where("product_id", "=", item.productId)
        .where("assigned_at", "is", null)
        .orderBy("id")
        .limit(most),
    )
    .returning("id")
    .execute();
  return assigned.length;
}
