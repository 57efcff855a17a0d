import type { Reader, Tx } from "../../platform/database/database.ts";
import { lockNames } from "../../platform/database/lock-name.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { InvalidFields, rejectFields } from "../../platform/errors.ts";
import { segmentProblem, withoutInvisible } from "../../platform/text.ts";
import { liveProducts } from "./live.ts";

// The contents of a bundle, a product that holds others. In each order of the bundle, every content has an item of its own.

/** Maximum number of products in one bundle. */
export const mostContents = 50;

/** Maximum number of units of one product in one unit of a bundle. */
export const largestContentQuantity = 1000;

/** A product that another holds. */
export interface Content {
  sku: string;
  /** In one unit of the bundle. */
  quantity: number;
}

/** The same with the product's name, to show it. */
export interface NamedContent extends Content {
  name: string;
}

/** A content with the product's row number. */
export interface StoredContent {
  productId: number;
  quantity: number;
}

/** A product with its contents, as read from the database. */
interface Holding {
  id: number;
  storedContents: string | null;
}

/** The product cannot have the contents that the caller asks for. */
export class WrongContents extends InvalidFields {
  constructor(message: string) {
    super([{ field: "contents", message }]);
  }
}

/** Why no product can have these contents; null if a product can. Does not check which products exist. */
export function contentsProblem(contents: Content[]): string | null {
  if (contents.length > mostContents) return `must contain at most ${mostContents} products`;
  const skus = new Set<string>();
  for (const { sku, quantity } of contents) {
    const problem = segmentProblem(withoutInvisible(sku), { longest: 255 });
    if (problem !== null) return `must contain SKUs of which each ${problem}`;
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > largestContentQuantity)
      return `must have quantities from 1 to ${largestContentQuantity}`;
    if (skus.has(withoutInvisible(sku))) return `must not contain ${JSON.stringify(sku)} twice`;
    skus.add(withoutInvisible(sku));
  }
  return null;
}

/** The product's contents, including deleted products, in the owner's order. */
export function storedContentsOf({ storedContents }: Pick<Holding, "storedContents">): StoredContent[] {
  if (storedContents === null) return [];
  const pairs: [number, number][] = JSON.parse(storedContents);
  return pairs.map(([productId, quantity]) => ({ productId, quantity }));
}

/** The contents of each of these products, by its row number. Leaves out products without contents. */
export async function contentsOfProducts(reader: Reader, products: Holding[]): Promise<Map<number, NamedContent[]>> {
  const bundles = products.filter(({ storedContents }) => storedContents !== null);
  if (bundles.length === 0) return new Map();
  const ids = new Set(bundles.flatMap((bundle) => storedContentsOf(bundle).map(({ productId }) => productId)));
  const held = new Map((await heldProducts(reader, { ids: JSON.stringify([...ids]) })).map((one) => [one.id, one]));
  return new Map(
    bundles.map((bundle) => {
      const contents = storedContentsOf(bundle).flatMap(({ productId, quantity }) => {
        const one = held.get(productId);
        return one ? [{ sku: one.sku, name: one.name, quantity }] : [];
      });
      return [bundle.id, contents];
    }),
  );
}

const heldProducts = prepared<{ ids: string }, { id: number; sku: string; name: string }>((db, { ids }) =>
  liveProducts(db)
    .select(["id", "sku", "name"])
    .where("id", "in", valueSet(db, "integer", ids)),
);

/** The SKUs of the account's bundles that hold the product (row number), in the order of the SKUs. */
export async function bundlesWith(reader: Reader, accountId: number, productId: number): Promise<string[]> {
  const rows = await holding(reader, { accountId, pair: `%[${productId},%` });
  return rows.map(({ sku }) => sku);
}

const holding = prepared<{ accountId: number; pair: string }, { sku: string }>((db, { accountId, pair }) =>
  liveProducts(db)
    .select("sku")
    .where("account_id", "=", accountId)
    .where("contents", "is not", null)
    .where("contents", "like", pair)
    .orderBy("sku"),
);

/**
 * Replaces the product's contents; absent contents do not change. Existing orders keep their items. The caller has locked the
 * product. Returns the product as it is now. Throws `WrongContents` for a SKU that no product has, and if a bundle would hold a
 * bundle.
 */
export async function setContents<Product extends Holding & { accountId: number }>(
  tx: Tx,
  product: Product,
  contents: Content[] | undefined,
): Promise<Product> {
  if (contents === undefined) return product;
  const { id, accountId } = product;
  rejectFields([{ field: "contents", message: contentsProblem(contents) }]);
  // Without this lock, two simultaneous changes could make two products hold each other.
  await lockNames(tx, [`contents of ${accountId}`]);
  const pairs: [number, number][] = [];
  if (contents.length > 0) {
    const skus = contents.map(({ sku }) => withoutInvisible(sku));
    const products = await bundledProducts(tx, { accountId, skus: JSON.stringify(skus) });
    const inside = await contentsOfProducts(tx, products);
    const bySku = new Map(products.map((product) => [product.sku, product.id]));
    for (const { sku, quantity } of contents) {
      const productId = bySku.get(withoutInvisible(sku));
      if (productId === undefined) throw new WrongContents(`must not contain ${sku}: no product has this SKU`);
      if (productId === id) throw new WrongContents("must not contain the product itself");
      if (inside.get(productId)?.length)
        throw new WrongContents(`must not contain ${sku}, which holds products itself`);
      pairs.push([productId, quantity]);
    }
    const [holder] = await bundlesWith(tx, accountId, id);
    if (holder !== undefined) throw new WrongContents(`must be empty, because ${holder} holds this product`);
  }
  const storedContents = pairs.length === 0 ? null : JSON.stringify(pairs);
  await tx.updateTable("products").set({ contents: storedContents }).where("id", "=", id).execute();
  return { ...product, storedContents };
}

const bundledProducts = prepared<{ accountId: number; skus: string }, Holding & { sku: string }>(
  (db, { accountId, skus }) =>
    liveProducts(db)
      .select(["id", "sku", "contents as storedContents"])
      .where("account_id", "=", accountId)
      .where("sku", "in", valueSet(db, "text", skus)),
);
