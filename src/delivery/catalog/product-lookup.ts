import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { locking, lockRows } from "../../platform/database/row-locks.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { DomainError } from "../../platform/errors.ts";
import { readRowNumber } from "../../platform/integers.ts";
import { firstFound, segmentProblem, withoutInvisible } from "../../platform/text.ts";
import { liveProducts, lockLiveProducts } from "./live.ts";
import { type Product, productById, productBySku, productColumns, productIdsOfSku } from "./queries.ts";

/** Identifies a product by its row number or SKU. */
export type ProductKey = { id: number } | { sku: string };

/** The account has no product with this row number or SKU. */
export class UnknownProduct extends DomainError {
  constructor(readonly key: ProductKey) {
    const name = "id" in key ? `ID ${key.id}` : `SKU ${key.sku}`;
    super("not_found", `There is no product with the ${name}.`);
  }
}

/** Throws `UnknownProduct`. */
export async function requireProduct(reader: Reader, accountId: number, sku: string): Promise<Product> {
  const product = skuProblem(sku) ? null : await productBySku(reader, accountId, sku);
  if (!product) throw new UnknownProduct({ sku });
  return product;
}

/** Throws `UnknownProduct`. */
export async function requireProductById(reader: Reader, accountId: number, id: number): Promise<Product> {
  const product = await productById(reader, accountId, id);
  if (!product) throw new UnknownProduct({ id });
  return product;
}

/**
 * The product with this SKU. If no product has or had this SKU, the product with this row number (docs/reference/v2-interface.md,
 * Products). So the SKU of a deleted product never finds another product. Throws `UnknownProduct`.
 */
export async function requireProductBySkuOrId(reader: Reader, accountId: number, text: string): Promise<Product> {
  const sku = skuProblem(text) ? null : text;
  const named = sku === null ? null : await productBySku(reader, accountId, sku);
  if (named) return named;
  const id = readRowNumber(text);
  const wasSku = sku !== null && id !== null && (await productIdsOfSku(reader, accountId, sku)).length > 0;
  const numbered = id === null || wasSku ? null : await productById(reader, accountId, id);
  if (!numbered) throw new UnknownProduct({ sku: text });
  return numbered;
}

/**
 * Like `requireProductBySkuOrId`, for a deletion, which cannot be undone. Also throws `in_use` if the text is the SKU of one
 * product and the row number of another.
 */
export async function requireProductToDelete(reader: Reader, accountId: number, text: string): Promise<Product> {
  const product = await requireProductBySkuOrId(reader, accountId, text);
  const id = readRowNumber(text);
  const other = id === null || id === product.id ? null : await productById(reader, accountId, id);
  if (other)
    throw new DomainError(
      "in_use",
      `${text} is the SKU of one product and the ID of another, whose SKU is ${other.sku}. Delete the one you mean in the administration area or by the v3 interface.`,
    );
  return product;
}

/** Locks the product until the transaction ends. Throws `UnknownProduct`. */
export async function lockProduct(tx: Tx, accountId: number, key: ProductKey): Promise<Product> {
  if ("sku" in key && skuProblem(key.sku)) throw new UnknownProduct(key);
  const lockingOnly = () => lockLiveProducts(tx).where("account_id", "=", accountId).returning(productColumns);
  const ofSku = async (sku: string) => (await lockingOnly().where("sku", "=", sku).executeTakeFirst()) ?? null;
  const product =
    "id" in key
      ? await lockingOnly().where("id", "=", key.id).executeTakeFirst()
      : await firstFound(key.sku, withoutInvisible, ofSku);
  if (!product) throw new UnknownProduct(key);
  return product;
}

/** Locks the product, deleted or not, until the transaction ends. */
export async function lockProductRow(tx: Tx, id: number): Promise<void> {
  await lockRows(tx, "products").where("id", "=", id).execute();
}

/** Locks the products that are not deleted, in the order of their row numbers, until the transaction ends. */
export async function lockLiveProductsById(tx: Tx, ids: number[]): Promise<number[]> {
  const locked = await lockLive(tx, { ids: JSON.stringify(ids) });
  return locked.map(({ id }) => id);
}

const lockLive = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  locking(
    db,
    liveProducts(db)
      .select("product.id")
      .where("product.id", "in", valueSet(db, "integer", ids))
      .orderBy("product.id"),
  ),
);

/** A message if the text cannot be a SKU; null otherwise. The database might reject such a text. */
export const skuProblem = (sku: string): string | null => segmentProblem(sku, { longest: 255 });
