import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { insertFreeKey } from "./change-pool.ts";
import { applyRule, ruleFor } from "./earlier-orders.ts";
import { stockedProducts, takeKeys } from "./pool.ts";
import type { FreeKey } from "./queries.ts";

/** A license key of an order item; may be a replaced one. */
interface ItemKey {
  id: number;
  replacedAt: Instant | null;
}

/** The license key with this row number; undefined if the order item (row number) has no such key. */
export function keyOfItem(reader: Reader, { itemId, keyId }: { itemId: number; keyId: number }) {
  return reader
    .selectFrom("license_keys")
    .select(["id", "replaced_at as replacedAt"])
    .where("id", "=", keyId)
    .where("order_item_id", "=", itemId)
    .executeTakeFirst() as Promise<ItemKey | undefined>;
}

/**
 * Returns a key for a unit of the order item from the product's pool, which the caller has locked: the oldest, or the one with
 * this text. Adds the text if the product does not have it. Throws `in_use` if the pool is empty or an order has the key.
 */
export async function takeFreeKey(
  tx: Tx,
  { accountId, productId, itemId, key }: { accountId: number; productId: number; itemId: number; key: string | null },
  now: Instant,
): Promise<FreeKey> {
  if (key === null) {
    const isStocked = (await stockedProducts(tx, [productId])).has(productId);
    const [oldest] = isStocked ? await takeKeys(tx, { productId, units: [itemId] }, now) : [];
    if (!oldest) throw new DomainError("in_use", "The product has no free license key. Add some first.");
    return oldest;
  }
  // If this is the product's first key, it is for this customer only: earlier orders get none.
  await applyRule(tx, productId, await ruleFor(tx, productId, "skip"));
  const added = await insertFreeKey(tx, accountId, { productId, key }, now);
  const free = added ?? (await freeKeyWithText(tx, productId, key));
  if (!free) throw new DomainError("in_use", "An order has this license key already.");
  return free;
}

function freeKeyWithText(tx: Tx, productId: number, key: string): Promise<FreeKey | undefined> {
  return tx
    .selectFrom("license_keys")
    .select(["id", "key"])
    .where("product_id", "=", productId)
    .where("key", "=", key)
    .where("assigned_at", "is", null)
    .executeTakeFirst();
}

/**
 * Marks a license key (row number) as replaced. It stays with its order item and cannot be used again. Programs get `revoked`.
 */
export async function markReplaced(tx: Tx, id: number, reason: string, now: Instant): Promise<void> {
  await tx
    .updateTable("license_keys")
    .set({ replaced_at: now, replaced_reason: reason })
    .where("id", "=", id)
    .execute();
}

/** Erases the reasons for replacing license keys of these orders (row numbers): owners may have mentioned the customer. */
export async function forgetReasonsOfOrders(tx: Tx, orderIds: number[]): Promise<void> {
  await emptyReasons(tx, { ids: JSON.stringify(orderIds) });
}

/** Crosses domains: items lead from orders to keys. */
const emptyReasons = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("license_keys")
    .set({ replaced_reason: "" })
    .where("replaced_reason", "<>", "")
    .where("order_item_id", "in", ({ selectFrom }) =>
      selectFrom("order_items as item")
        .select("item.id")
        .where("item.order_id", "in", valueSet(db, "integer", ids)),
    ),
);
