import { foldedBeginsWith } from "../database/begins-with.ts";
import type { Reader } from "../database/database.ts";
import { foldText } from "../text.ts";
import type { Product } from "./queries.ts";

/** One page of the account's products in the order of their SKUs, and how many there are. */
export async function searchProducts(
  reader: Reader,
  accountId: number,
  /** The beginning of a SKU or a name, in any case; null finds all. */
  text: string | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ products: Product[]; total: number }> {
  let found = reader.selectFrom("products").where("account_id", "=", accountId).where("deleted_at", "is", null);
  if (text) {
    const folded = foldText(text);
    found = found.where(({ or }) =>
      or([foldedBeginsWith("sku_search", folded), foldedBeginsWith("name_search", folded)]),
    );
  }
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const products = await found.selectAll().orderBy("sku").limit(limit).offset(offset).execute();
  return { products, total: count };
}
