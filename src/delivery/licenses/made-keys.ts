import type { Tx } from "../../platform/database/database.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { keyMakerOf } from "../catalog/products.ts";
import { makeKey, usualPattern } from "./key-pattern.ts";
import { type FreeKey, keysAmong } from "./queries.ts";
import { makeSignedKeys } from "./signed-keys.ts";

/** Keys per statement. */
const insertSize = 500;

/** Attempts to find keys that the store does not have. A pattern with plenty of keys needs only one. */
const mostAttempts = 10;

/**
 * If the product's keys are made, adds a key to its pool for each unit, and returns the keys in the order of the units. Each unit
 * is the row number of its order item. The caller has locked the pool. None of the keys has been in any pool of the store.
 * Returns fewer if the pattern has hardly any keys left, and none for a product whose keys are not made.
 */
export async function makeKeys(tx: Tx, productId: number, units: number[], now: Instant): Promise<FreeKey[]> {
  const product = await keyMakerOf(tx, productId);
  if (!product) return [];
  const { accountId, pattern } = product;
  return product.source === "signed"
    ? makeSignedKeys(tx, { accountId, productId, units }, now)
    : makeByPattern(tx, { accountId, productId, pattern, count: units.length }, now);
}

async function makeByPattern(
  tx: Tx,
  {
    accountId,
    productId,
    pattern,
    count,
  }: { accountId: number; productId: number; pattern: string | null; count: number },
  now: Instant,
): Promise<FreeKey[]> {
  const made: FreeKey[] = [];
  for (let attempt = 0; attempt < mostAttempts && made.length < count; attempt++) {
    for (let start = 0, missing = count - made.length; start < missing; start += insertSize) {
      await giveWay();
      const wanted = Math.min(insertSize, missing - start);
      const keys = [...new Set(Array.from({ length: wanted }, () => makeKey(pattern ?? usualPattern)))];
      const taken = new Set((await keysAmong(tx, accountId, keys)).map(({ key }) => key));
      const rows = keys
        .filter((key) => !taken.has(key))
        // Always in the same order, so that two transactions never wait for each other.
        .toSorted()
        .map((key) => ({
          account_id: accountId,
          product_id: productId,
          key,
          order_item_id: null,
          assigned_at: null,
          created_at: now,
          is_made: 1,
        }));
      if (rows.length === 0) continue;
      const inserted = await tx
        .insertInto("license_keys")
        .values(rows)
        // Another product of the store may have made the same key at the same time.
        .onConflict((conflict) => conflict.doNothing())
        .returning(["id", "key"])
        .execute();
      made.push(...inserted);
    }
  }
  return made;
}
