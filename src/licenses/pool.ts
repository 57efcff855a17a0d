import type { Account } from "../accounts/accounts.ts";
import type { Tx } from "../database/database.ts";
import { queueDeliveryEmail } from "../mail/outbox.ts";
import { textProblem } from "../text.ts";
import { waitingOrderItems } from "./queries.ts";

/** Rows of one INSERT. */
const insertSize = 500;

/** What became of keys that were to be added. */
export interface AddedKeys {
  added: number;
  /** Keys that the product has already, or that were given twice. */
  duplicates: string[];
}

/** Why `key` cannot be a license key, in words; null when it can. */
export function licenseKeyProblem(key: string): string | null {
  return textProblem(key, { longest: 1000 });
}

/**
 * Holds the pools of these products until the transaction ends, so that handing out keys, oldest first, and adding
 * keys to waiting items happen one after the other on every database.
 */
export async function lockPools(tx: Tx, productIds: number[]): Promise<void> {
  // Always in the same order, so that two transactions never wait for each other.
  for (const id of productIds.toSorted((one, other) => one - other)) {
    await tx
      .updateTable("products")
      .set(({ ref }) => ({ sku: ref("sku") }))
      .where("id", "=", id)
      .execute();
  }
}

/**
 * Hands out one key per unit to the order's items that still lack some, as far as the pools reach (interface.md
 * section 4, v3 rule 3). The caller holds the pools.
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

/**
 * Adds keys to a product's pool and hands them to the order items that wait for keys, oldest first; each of their
 * customers gets an email. Throws `invalid` for what cannot be a key.
 */
export async function addKeys(
  tx: Tx,
  account: Account,
  productId: number,
  keys: string[],
  now: number,
): Promise<AddedKeys> {
  await lockPools(tx, [productId]);
  const unique = [...new Set(keys)];
  const inserted = new Set<string>();
  for (let start = 0; start < unique.length; start += insertSize) {
    const rows = await tx
      .insertInto("license_keys")
      .values(unique.slice(start, start + insertSize).map((key) => newKey(account.id, productId, key, now)))
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .execute();
    for (const { key } of rows) inserted.add(key);
  }
  await assignToWaiting(tx, account, productId, now);
  return { added: inserted.size, duplicates: duplicatesAmong(keys, inserted) };
}

/** Removes keys of the product's pool that were not handed out, all of them or those given; returns how many. */
export async function removeUnassignedKeys(tx: Tx, productId: number, keys: string[] | "all"): Promise<number> {
  await lockPools(tx, [productId]);
  let removal = tx.deleteFrom("license_keys").where("product_id", "=", productId).where("assigned_at", "is", null);
  if (keys !== "all") removal = removal.where("key", "in", keys);
  const { numDeletedRows } = await removal.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

interface LackingItem {
  id: number;
  product_id: number;
  quantity: number;
  keys_assigned: number;
}

/** Returns how many keys the item got. */
async function assignKeys(tx: Tx, item: LackingItem, now: number): Promise<number> {
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

async function assignToWaiting(tx: Tx, account: Account, productId: number, now: number): Promise<void> {
  for (;;) {
    const waiting = await waitingOrderItems(tx, productId, insertSize);
    for (const item of waiting) {
      if ((await assignKeys(tx, item, now)) === 0) return;
      await queueDeliveryEmail(tx, account, { id: item.order_id, email: item.email }, now);
    }
    if (waiting.length < insertSize) return;
  }
}

function duplicatesAmong(keys: string[], inserted: Set<string>): string[] {
  const fresh = new Set(inserted);
  // The first of several equal keys is the one that was added.
  return keys.filter((key) => !fresh.delete(key));
}

const newKey = (accountId: number, productId: number, key: string, now: number) => ({
  account_id: accountId,
  product_id: productId,
  key,
  order_item_id: null,
  assigned_at: null,
  created_at: now,
});
