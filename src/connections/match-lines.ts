import { type Product, productsByIds, productsBySkus } from "../catalog/products.ts";
import type { Tx } from "../database/database.ts";
import type { ShopLine } from "./facts.ts";
import { mappedProducts } from "./mappings.ts";

/** A line of a shop's order, and what it is here. */
export interface MatchedLine {
  line: ShopLine;
  /** `ignored`: the owner said that Waybill does not deliver it. Null if it matches nothing. */
  product: Product | "ignored" | null;
}

/** Matches by the exact SKU, or else by the owner's mapping of the most specific ID that has one. */
export async function matchLines(
  tx: Tx,
  accountId: number,
  connectionId: number,
  lines: ShopLine[],
): Promise<MatchedLine[]> {
  const skus = [...new Set(lines.flatMap(({ sku }) => sku ?? []))];
  const bySku = new Map(
    (skus.length === 0 ? [] : await productsBySkus(tx, accountId, skus)).map((product) => [product.sku, product]),
  );
  const isKnown = ({ sku }: ShopLine) => sku !== null && bySku.has(sku);
  if (lines.every(isKnown)) return lines.map((line) => ({ line, product: bySku.get(line.sku ?? "") ?? null }));
  const mapped = await mappedProducts(tx, connectionId);
  const ids = [...new Set(mapped.values())].filter((id) => id !== null);
  const byId = new Map(
    (ids.length === 0 ? [] : await productsByIds(tx, accountId, ids)).map((product) => [product.id, product]),
  );
  const mappingOf = (line: ShopLine) => {
    // Shops without product IDs name products by SKUs that are not ours.
    const key = [...line.productIds, ...(line.sku === null ? [] : [line.sku])].find((one) => mapped.has(one));
    if (key === undefined) return null;
    const productId = mapped.get(key) ?? null;
    return productId === null ? "ignored" : (byId.get(productId) ?? null);
  };
  return lines.map((line) => ({ line, product: bySku.get(line.sku ?? "") ?? mappingOf(line) }));
}
