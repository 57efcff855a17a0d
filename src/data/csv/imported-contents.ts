import { storedContentsOf } from "../../delivery/catalog/contents.ts";
import { type Product, productsByIds } from "../../delivery/catalog/queries.ts";
import { contentsAmong } from "../../delivery/orders/bundles/contents.ts";
import type { Reader } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import type { SkuCount } from "./lists.ts";

/** One product of an order, and the entries of `skus` that name it. */
export interface MatchedItem {
  product: Product;
  quantity: number;
  entries: number[];
  /** The bundle of the same order that it belongs to; absent for a product that is ordered separately. */
  bundle?: Product;
}

/** Products in the bundles of a file, by their row numbers. */
export type Held = Map<number, Product>;

/** Looks up the contents of these bundles, and adds them to `held`. */
export async function lookUpContents(
  reader: Reader,
  accountId: number,
  held: Held,
  products: Product[],
): Promise<void> {
  const ids = new Set<number>();
  for (const product of products) for (const { productId } of storedContentsOf(product)) ids.add(productId);
  await inSlices([...ids.difference(held)], async (slice) => {
    for (const product of await productsByIds(reader, accountId, slice)) held.set(product.id, product);
  });
}

/**
 * The items of a new order, with the products of its bundles. If a listed product is in a listed bundle, it counts as the
 * bundle's, so that an export can be imported. If it is listed more often than bundles contain it, the first ones are separate
 * products. If none of a bundle's products is listed, all of them are added.
 */
export function withContents(items: MatchedItem[], skus: SkuCount[], held: Held): MatchedItem[] {
  const bundles = items.filter(({ product }) => product.storedContents !== null);
  if (bundles.length === 0) return items;
  const entries = new Map(items.map((item) => [item.product.id, [...item.entries]]));
  const brought: MatchedItem[] = [];
  for (const bundle of bundles.toReversed()) {
    const contents = contentsAmong(bundle.product, held);
    const isListed = contents.some(({ product }) => items.some((item) => item.product.id === product.id));
    for (const { product, quantity } of contents.toReversed()) {
      const entry = entries.get(product.id)?.pop();
      const units = entry === undefined ? quantity * bundle.quantity : (skus[entry]?.quantity ?? 0);
      if (entry === undefined && isListed) continue;
      const listed = entry === undefined ? [] : [entry];
      brought.unshift({ product, quantity: units, entries: listed, bundle: bundle.product });
    }
  }
  const own = items.flatMap((item) => {
    const left = entries.get(item.product.id) ?? [];
    const quantity = left.reduce((sum, entry) => sum + (skus[entry]?.quantity ?? 0), 0);
    return left.length === 0 ? [] : [{ ...item, quantity, entries: left }];
  });
  return [...own, ...brought];
}
