import type { Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { giveWay } from "../give-way.ts";

/** An order item whose units got fewer keys than its quantity. */
export interface LackingItem {
  id: number;
  product_id: number;
  quantity: number;
  keys_assigned: number;
}

/**
 * Holds the pools of these products until the transaction ends, so that handing out keys, oldest first, and adding
 * keys to waiting items happen one after the other on every database.
 */
export async function lockPools(tx: Tx, productIds: number[]): Promise<void> {
  // Always in the same order, so that two transactions never wait for each other.
  for (const id of productIds.toSorted((one, other) => one - other)) {
    await holdRows(tx, "products").where("id", "=", id).execute();
    await giveWay();
  }
}

/**
 * Hands out one key per unit to the order's items that still lack some, as far as the pools reach
 * (docs/license-keys.md, When the pool is empty). The caller holds the pools.
 */
export async function assignKeysToOrder(tx: Tx, orderId: number, now: number): Promise<void> {
  const items = await tx
    .selectFrom("order_items")
    .select(["id", "product_id", "quantity", "keys_assigned"])
    .where("order_id", "=", orderId)
    .where("removed_at", "is", null)
    .whereRef("keys_assigned", "<", "quantity")
    .execute();
  for (const item of items) await assignKeys(tx, item, now);
}

/** Hands the item the oldest keys of its product's pool, which the caller holds; returns how many it got. */
export async function assignKeys(tx: Tx, item: LackingItem, now: number): Promise<number> {
  const assigned = await tx
    .updateTable("license_keys")
    .set({ order_item_id: item.id, assigned_at: now })
    .where("id", "in", (keys) =>
      keys
        .selectFrom("license_keys")
        .select("id")
        .where("product_id", "=", item.product_id)
        .where("assigned_at", "is", null)
        .orderBy("id")
        .limit(item.quantity - item.keys_assigned),
    )
    .returning("id")
    .execute();
  if (assigned.length > 0) {
    await tx
      .updateTable("order_items")
      .set(({ eb }) => ({ keys_assigned: eb("keys_assigned", "+", assigned.length) }))
      .where("id", "=", item.id)
      .execute();
  }
  return assigned.length;
}
