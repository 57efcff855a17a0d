import { storedContentsOf } from "../../catalog/contents.ts";
import type { Product } from "../../catalog/queries.ts";

/** A product in a bundle. */
export interface RequestedContent {
  product: Product;
  /** In one unit of the bundle. */
  quantity: number;
}

/** The product's contents, without deleted products. */
export const contentsAmong = (product: Product, byId: Map<number, Product>): RequestedContent[] =>
  storedContentsOf(product).flatMap(({ productId, quantity }) => {
    const held = byId.get(productId);
    return held ? [{ product: held, quantity }] : [];
  });
