import { type Product, productsByIds, productsBySkus } from "../../../delivery/catalog/queries.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { singleLine, withoutInvisible } from "../../../platform/text.ts";
import type { ShopLine } from "../known/facts.ts";
import { longestExternalId, mappedProducts } from "../mappings.ts";
import { storable } from "../reading/shop-json.ts";

/** A line of a shop's order, and its product here. */
export interface MatchedLine {
  line: ShopLine;
  /** `ignored`: the owner has said that Waybill does not deliver it, or it has no units. Null if it matches nothing. */
  product: Product | "ignored" | null;
}

/** Matches by an exact SKU, or otherwise by the owner's mapping of the most specific ID, SKU or name that has one. */
export async function matchLines(
  tx: Tx,
  accountId: number,
  connectionId: number,
  lines: ShopLine[],
): Promise<MatchedLine[]> {
  const skus = [...new Set(lines.flatMap(skusOf))].filter((sku) => storable(sku) === sku);
  const bySku = new Map(
    (skus.length === 0 ? [] : await productsBySkus(tx, accountId, skus)).map((product) => [product.sku, product]),
  );
  const productOf = (line: ShopLine): MatchedLine["product"] => {
    if (line.quantity === 0) return "ignored";
    const sku = skusOf(line).find((one) => bySku.has(one));
    return sku === undefined ? null : (bySku.get(sku) ?? null);
  };
  const direct = lines.map((line) => ({ line, product: productOf(line) }));
  if (direct.every(({ product }) => product !== null)) return direct;
  const mapped = await mappedProducts(tx, connectionId);
  const ids = [...new Set(mapped.values())].filter((id) => id !== null);
  const byId = new Map(
    (ids.length === 0 ? [] : await productsByIds(tx, accountId, ids)).map((product) => [product.id, product]),
  );
  const mappingOf = (line: ShopLine) => {
    const key = [...line.productIds, ...skusOf(line), nameOf(line)].find((one) => mapped.has(one));
    if (key === undefined) return null;
    const productId = mapped.get(key) ?? null;
    return productId === null ? "ignored" : (byId.get(productId) ?? null);
  };
  return direct.map(({ line, product }) => ({ line, product: product ?? mappingOf(line) }));
}

/** The line's product and units as a text, which changes when the shop changes them. */
export const lineKey = (line: ShopLine): string =>
  JSON.stringify([line.id, line.quantity, line.productIds, skusOf(line), nameOf(line)]);

/** The shop's texts that may be the SKU here. */
export const skusOf = ({ sku, otherSkus = [] }: ShopLine): string[] =>
  sku === null ? [] : [sku, ...otherSkus].map(withoutInvisible);

/** The name that a mapping uses for a line that has no ID, or a new one in every order. */
export const nameOf = ({ name }: ShopLine): string => [...singleLine(name)].slice(0, longestExternalId).join("");
