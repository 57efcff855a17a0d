import { foldedBeginsWith } from "../database/begins-with.ts";
import type { Reader } from "../database/database.ts";
import { foldText } from "../text.ts";
import { liveProducts } from "./live.ts";
import { type Product, productColumns } from "./queries.ts";

interface ProductSearch {
  /** Of a SKU or a name, in any case; null finds all. */
  beginning: string | null;
  /** Archived products only, or only the others; both when left out. */
  archived?: boolean | undefined;
}

/** One page of the account's products in the order of their SKUs, and how many there are. */
export async function searchProducts(
  reader: Reader,
  accountId: number,
  { beginning, archived }: ProductSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ products: Product[]; total: number }> {
  let found = liveProducts(reader).where("account_id", "=", accountId);
  if (archived !== undefined) found = found.where("archived_at", archived ? "is not" : "is", null);
  if (beginning) {
    const folded = foldText(beginning);
    found = found.where(({ or }) =>
      or([foldedBeginsWith("sku_search", folded), foldedBeginsWith("name_search", folded)]),
    );
  }
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const products = await found.select(productColumns).orderBy("sku").limit(limit).offset(offset).execute();
  return { products, total: count };
}
