import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { sharing } from "../../platform/database/row-locks.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { liveProducts } from "../catalog/live.ts";
import { lockLiveProductsById } from "../catalog/product-lookup.ts";
import { anyFile } from "../catalog/products-with-files.ts";
import { assignableItems, countAssigned, isStocked, type LackingItem } from "./items-lacking-keys.ts";
import { recordAssignedKeys } from "./key-events.ts";
import { makeKeys } from "./made-keys.ts";
import { type FreeKey, hasPool, type Pools } from "./queries.ts";

/** Maximum number of row numbers in one query. */
const namedAtOnce = 500;

/** Keys per statement. */
const keysAtOnce = 500;

/**
 * Locks the products, and so their pools, until the transaction ends. This serializes assigning keys (oldest first), adding keys
 * for waiting items and deleting a product, on every database. Returns the products that are not deleted; none can be deleted
 * before the transaction ends.
 */
export async function lockPools(tx: Tx, productIds: number[]): Promise<Set<number>> {
  const live = new Set<number>();
  // Always in the same order, so that two transactions never wait for each other.
  const sorted = [...new Set(productIds)].sort((one, other) => one - other);
  for (let start = 0; start < sorted.length; start += namedAtOnce) {
    const slice = sorted.slice(start, start + namedAtOnce);
    for (const id of await lockLiveProductsById(tx, slice)) live.add(id);
    await giveWay();
  }
  return live;
}

/**
 * Locks the products for new orders, and returns those that are not deleted; none can be deleted before the transaction ends.
 * Other new orders wait only for products that have a pool. A product may get its first key before the lock, so look for pools
 * again, and lock them.
 */
export async function lockForNewOrders(tx: Tx, productIds: number[]): Promise<Set<number>> {
  const live = new Set<number>();
  await inSlices(productIds, async (slice) => {
    for (const { id } of await lockWithoutPool(tx, { ids: JSON.stringify(slice) })) live.add(id);
  });
  const others = productIds.filter((id) => !live.has(id));
  for (const id of await lockPools(tx, others)) live.add(id);
  return live;
}

const lockWithoutPool = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  sharing(
    db,
    liveProducts(db)
      .select("product.id")
      .where("product.id", "in", valueSet(db, "integer", ids))
      .where(({ eb, not }) => not(hasPool(eb)))
      .orderBy("product.id"),
  ),
);

/**
 * Returns the products whose pools have keys for a new order. The caller has locked the pools. While new keys are being assigned
 * to waiting orders, later orders cannot get any.
 */
export async function stockedProducts(tx: Tx, productIds: number[]): Promise<Set<number>> {
  if (productIds.length === 0) return new Set();
  const found = await stockedAmong(tx, { ids: JSON.stringify(productIds) });
  return new Set(found.map(({ id }) => id));
}

const stockedAmong = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  liveProducts(db)
    .select("product.id")
    .where("product.id", "in", valueSet(db, "integer", ids))
    .where(isStocked),
);

/**
 * What is available for new orders: products with a file or an external link, with a pool, and with keys in it
 * (`stockedProducts`).
 */
interface ProductSupply {
  withFiles: Set<number>;
  withKeys: Pools;
  stocked: Set<number>;
}

/** Files and keys available for these products. The caller has locked them. */
export async function supplyOfProducts(tx: Tx, productIds: number[]): Promise<ProductSupply> {
  const rows = productIds.length === 0 ? [] : await suppliesAmong(tx, { ids: JSON.stringify(productIds) });
  const those = (has: (row: SupplyRow) => unknown) => new Set(rows.filter(has).map(({ id }) => id));
  return {
    withFiles: those(({ hasFiles }) => hasFiles),
    withKeys: new Map(rows.filter(({ hasPool }) => hasPool).map(({ id, after }) => [id, after ?? 0])),
    stocked: those(({ hasStock }) => hasStock),
  };
}

type SupplyRow = { id: number; after: number | null; hasFiles: unknown; hasPool: unknown; hasStock: unknown };

const suppliesAmong = prepared<{ ids: string }, SupplyRow>((db, { ids }) =>
  liveProducts(db)
    .select(["product.id", "product.keys_after_item as after"])
    .select((eb) => [anyFile(eb).as("hasFiles"), hasPool(eb).as("hasPool"), isStocked(eb).as("hasStock")])
    .where("product.id", "in", valueSet(db, "integer", ids)),
);

/**
 * Assigns keys to the order's items, one per unit, as far as the pools reach (docs/store/license-keys.md, When the pool is
 * empty). The caller has locked the pools. Returns whether any key was assigned.
 */
export async function assignKeysToOrder(
  tx: Tx,
  account: Pick<Account, "id" | "webhookEvents">,
  orderId: number,
  at: Instant,
): Promise<boolean> {
  const items = await assignableItems(tx, { orderId });
  const assigned = await assignKeys(tx, items, at);
  const got = items.map(({ id, productId }) => ({
    orderId,
    itemId: id,
    productId,
    keys: assigned.get(id)?.length ?? 0,
  }));
  await recordAssignedKeys(tx, account, got, at);
  return assigned.values().some((keys) => keys.length > 0);
}

/**
 * Assigns the oldest keys of the products' pools to the items, in order. The caller has locked the pools. Returns each item's
 * keys, by its row number.
 */
export async function assignKeys(tx: Tx, items: LackingItem[], at: Instant): Promise<Map<number, string[]>> {
  const assigned = new Map(items.map(({ id }) => [id, [] as string[]]));
  for (const [productId, lacking] of Map.groupBy(items, (item) => item.productId)) {
    await giveWay();
    let queue = lacking.map(({ id, quantity, keysAssigned }) => ({ id, missing: quantity - keysAssigned }));
    while (queue.length > 0) {
      const units = unitsOf(queue, keysAtOnce);
      const keys = await takeKeys(tx, { productId, units }, at);
      const shares = shareKeys(queue, keys);
      await handOut(tx, shares, at);
      for (const { id, keys } of shares) for (const { key } of keys) assigned.get(id)?.push(key);
      if (keys.length < units.length) break;
      queue = stillMissing(queue, shares);
    }
  }
  return assigned;
}

/** The items' missing units, up to `most`, each as the row number of its item: the order in which they get keys. */
export function unitsOf(items: { id: number; missing: number }[], most: number): number[] {
  const units: number[] = [];
  for (const { id, missing } of items) {
    for (let unit = 0; unit < missing && units.length < most; unit++) units.push(id);
  }
  return units;
}

/**
 * Returns a key for each of the units (`unitsOf`), in their order: the product's oldest unassigned keys, then made ones if the
 * pool has too few. Returns fewer if the product's keys are not made. The caller has locked the pool, and gives each unit its
 * key.
 */
export async function takeKeys(
  tx: Tx,
  { productId, units }: { productId: number; units: number[] },
  now: Instant,
): Promise<FreeKey[]> {
  const keys = await oldestFreeKeys(tx, { productId, most: units.length });
  if (keys.length === units.length) return keys;
  return [...keys, ...(await makeKeys(tx, productId, units.slice(keys.length), now))];
}

/** The product's `most` oldest unassigned keys. */
export const oldestFreeKeys = prepared<{ productId: number; most: number }, FreeKey>((db, { productId, most }) =>
  db
    .selectFrom("license_keys")
    .select(["id", "key"])
    // A range, so that PostgreSQL always uses the index of free keys, whatever number it estimates.
    .where("product_id", ">=", productId)
    .where("product_id", "<=", productId)
    .where("assigned_at", "is", null)
    .orderBy("product_id")
    .orderBy("id")
    .limit(most),
);

/** The keys of one item. */
interface Share {
  id: number;
  keys: FreeKey[];
}

/** Gives each item its keys, both in order. Leaves out items that get none. */
export function shareKeys(items: { id: number; missing: number }[], free: FreeKey[]): Share[] {
  let given = 0;
  const shares = items.map(({ id, missing }) => {
    const keys = free.slice(given, given + missing);
    given += keys.length;
    return { id, keys };
  });
  return shares.filter(({ keys }) => keys.length > 0);
}

function stillMissing(items: { id: number; missing: number }[], shares: Share[]): { id: number; missing: number }[] {
  const got = new Map(shares.map(({ id, keys }) => [id, keys.length]));
  return items
    .map(({ id, missing }) => ({ id, missing: missing - (got.get(id) ?? 0) }))
    .filter(({ missing }) => missing > 0);
}

/** Takes two statements for any number of keys. The caller has locked the pools of the keys, which are unassigned. */
export async function handOut(tx: Tx, shares: Share[], at: Instant): Promise<void> {
  if (shares.length === 0) return;
  await moveTo(tx, shares, at);
  const counts = shares.map(({ id, keys }) => ({ itemId: id, keys: keys.length }));
  await countAssigned(tx, { counts: JSON.stringify(counts) });
}

/** As `handOut`, for keys that replace others: the items' numbers of keys do not change. */
export async function moveTo(tx: Tx, shares: Share[], at: Instant): Promise<void> {
  const pairs = shares.flatMap(({ id, keys }) => keys.map((key) => ({ keyId: key.id, itemId: id })));
  await giveToItems(tx, { pairs: JSON.stringify(pairs), at });
}

const giveToItems = prepared<{ pairs: string; at: Instant }, never>((db, { pairs, at }) =>
  db
    .updateTable("license_keys")
    .from(rowSet(db, "share", { keyId: "integer", itemId: "integer" }, pairs))
    .set(({ ref }) => ({ order_item_id: ref("share.itemId"), assigned_at: at }))
    .whereRef("license_keys.id", "=", "share.keyId"),
);
