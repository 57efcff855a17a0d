import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { noteChangedProduct } from "../../store/order-changes/note-changes.ts";
import { lockProduct, type ProductKey } from "../catalog/product-lookup.ts";
import { keysAfterItem, setKeysAfterItem, updateProduct } from "../catalog/products.ts";
import type { Product } from "../catalog/queries.ts";
import { beginBackfill } from "./backfill.ts";
import { newestItem } from "./items-lacking-keys.ts";
import { lockPools } from "./pool.ts";
import { hasKey } from "./queries.ts";

/**
 * Changes a product like `updateProduct`. If its keys are made from now on, order items that wait for keys of its pool get some.
 * If the product has never had a key, only new orders get keys: earlier ones were delivered without. Throws the errors of
 * `updateProduct`.
 */
export async function updateProductAndSource(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  changes: Parameters<typeof updateProduct>[3],
  now: Instant,
): Promise<Product> {
  const before = await lockProduct(tx, accountId, key);
  const product = await updateProduct(tx, accountId, key, changes, now);
  if (product.licenseSource === before.licenseSource) return product;
  await lockPools(tx, [product.id]);
  if (product.licenseSource !== "pool") {
    const isFirst =
      before.licenseSource === "pool" &&
      !(await hasKey(tx, product.id)) &&
      (await keysAfterItem(tx, product.id)) === null;
    const newest = isFirst ? await newestItem(tx, product.id) : 0;
    if (newest > 0) await setKeysAfterItem(tx, product.id, newest);
    await beginBackfill(tx, product.id);
  }
  await noteChangedProduct(tx, product.id);
  return product;
}
