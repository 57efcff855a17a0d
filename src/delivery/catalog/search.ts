import { foldedBeginsWith } from "../../platform/database/begins-with.ts";
import type { Reader } from "../../platform/database/database.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { shortestPart } from "../../platform/database/text-index.ts";
import { giveWay } from "../../platform/give-way.ts";
import { foldAccents, foldText, spelledOut, withoutInvisible } from "../../platform/text.ts";
import { liveProducts } from "./live.ts";
import { type Product, productColumns } from "./queries.ts";

/** One or two letters occur in too many names, but two characters are a word in Chinese, Japanese and Korean. */
const standsInFewNames = (part: string) =>
  [...part].length >= shortestPart || /[\p{Script=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Hangul}]{2}/u.test(part);

/** Maximum number of products to search for parts of a name. */
const mostLookedAt = 5_000;

interface ProductSearch {
  /** The start of a SKU or name, in any case; null for all. */
  beginning: string | null;
  /** The words of the same text, folded and without accents. A product also matches if its SKU and name contain all of them. */
  parts?: string[];
  /** Only the product with exactly this SKU. */
  sku?: string | undefined;
  /** Only archived products (true), or only the others (false); both if absent. */
  archived?: boolean | undefined;
}

/**
 * One page of the account's products in order of their SKUs, and the total. Words of three characters and more, or of two
 * in Chinese, Japanese or Korean, are also found inside the names of the newest 5,000 products.
 */
export async function searchProducts(
  reader: Reader,
  accountId: number,
  { beginning, parts = [], sku, archived }: ProductSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ products: Product[]; total: number }> {
  let found = liveProducts(reader).where("account_id", "=", accountId);
  if (archived !== undefined) found = found.where("archived_at", archived ? "is not" : "is", null);
  if (sku !== undefined) found = found.where("sku", "in", [sku, withoutInvisible(sku)]);
  if (beginning) {
    const folded = foldText(beginning);
    const isLong = parts.some(standsInFewNames);
    const containing = isLong ? await idsContaining(reader, accountId, parts, mostLookedAt) : [];
    found = found.where(({ eb, or }) =>
      or([
        foldedBeginsWith("sku_search", foldText(withoutInvisible(beginning))),
        foldedBeginsWith("name_search", folded),
        eb("id", "in", valueSet(reader, "integer", JSON.stringify(containing))),
      ]),
    );
  }
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const products = await found.select(productColumns).orderBy("sku").limit(limit).offset(offset).execute();
  return { products, total: count };
}

/**
 * The account's newest products whose SKU and name together contain all these parts. The parts must be folded and without
 * accents. Searches the newest 5,000 products.
 */
export async function findProducts(
  reader: Reader,
  accountId: number,
  parts: string[],
  limit: number,
): Promise<Product[]> {
  const ids = await idsContaining(reader, accountId, parts, limit);
  if (ids.length === 0) return [];
  return liveProducts(reader).select(productColumns).where("id", "in", ids).orderBy("id", "desc").execute();
}

/** The row numbers of these products. */
async function idsContaining(reader: Reader, accountId: number, parts: string[], limit: number): Promise<number[]> {
  if (parts.length === 0) return [];
  const newest = await liveProducts(reader)
    .select(["id", "sku", "name"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(mostLookedAt)
    .execute();
  const ids: number[] = [];
  for (const { id, sku, name } of newest) {
    if (ids.length === limit) break;
    await giveWay();
    const both = `${sku} ${name}`;
    const text = `${foldAccents(both)} ${spelledOut(both)}`;
    if (parts.every((part) => text.includes(part))) ids.push(id);
  }
  return ids;
}
