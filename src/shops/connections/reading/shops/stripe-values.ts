import { at, type Json, textOf } from "../../../../platform/untrusted-json.ts";
import type { ShopLine } from "../../known/facts.ts";

/** An ID, or the object with it. */
export const idOf = (value: Json) => textOf(value) ?? textOf(at(value, "id"));

/** Names by which a price may be a product here: lookup key, metadata of price and product, their IDs. */
export function nameOfPrice(price: Json): Pick<ShopLine, "sku" | "otherSkus" | "productIds"> {
  const texts = [at(price, "lookup_key"), at(price, "metadata", "sku"), at(price, "product", "metadata", "sku")];
  const [sku = null, ...otherSkus] = texts.map(textOf).filter((text) => text !== null);
  const ids = [idOf(price), idOf(at(price, "product"))];
  return { sku, otherSkus, productIds: ids.filter((id) => id !== null) };
}
