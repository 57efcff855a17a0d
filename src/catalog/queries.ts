import type { Selectable } from "kysely";
import type { Reader } from "../database/database.ts";
import type { FilesTable, ProductsTable } from "../database/schema.ts";

export type Product = Selectable<ProductsTable>;
export type StoredProductFile = Selectable<FilesTable>;

/** A product as the lists show it. */
export interface ProductSummary extends Product {
  orderCount: number;
  downloadCount: number;
  /** The first attached file; null while the product has none. */
  firstFile: StoredProductFile | null;
}

export async function productBySku(reader: Reader, accountId: number, sku: string): Promise<Product | null> {
  const found = products(reader, accountId).where("sku", "=", sku);
  return (await found.executeTakeFirst()) ?? null;
}

export async function productByGuid(reader: Reader, accountId: number, guid: string): Promise<Product | null> {
  const found = products(reader, accountId).where("guid", "=", guid);
  return (await found.executeTakeFirst()) ?? null;
}

export function productsBySkus(reader: Reader, accountId: number, skus: string[]): Promise<Product[]> {
  return products(reader, accountId).where("sku", "in", skus).execute();
}

export function productsByIds(reader: Reader, accountId: number, ids: number[]): Promise<Product[]> {
  return products(reader, accountId).where("id", "in", ids).execute();
}

/** Up to `limit` products in the order of their SKUs: those after `afterSku`, or from `offset` on. */
export function listProducts(
  reader: Reader,
  accountId: number,
  { afterSku, offset = 0, limit }: { afterSku?: string | undefined; offset?: number; limit: number },
): Promise<Product[]> {
  let list = products(reader, accountId).orderBy("sku").limit(limit).offset(offset);
  if (afterSku !== undefined) list = list.where("sku", ">", afterSku);
  return list.execute();
}

/** Adds counts and first files. */
export async function summarizeProducts(reader: Reader, list: Product[]): Promise<ProductSummary[]> {
  if (list.length === 0) return [];
  const ids = list.map(({ id }) => id);
  const orders = await reader
    .selectFrom("order_items")
    .select(({ fn }) => ["product_id", fn.countAll<number>().as("count")])
    .where("product_id", "in", ids)
    .where("removed_at", "is", null)
    .groupBy("product_id")
    .execute();
  const downloads = await reader
    .selectFrom("product_days")
    .select(({ fn }) => ["product_id", fn.sum<number>("downloads").as("count")])
    .where("product_id", "in", ids)
    .groupBy("product_id")
    .execute();
  const files = await attachedFiles(reader, ids);
  const orderCounts = new Map(orders.map(({ product_id, count }) => [product_id, count]));
  const downloadCounts = new Map(downloads.map(({ product_id, count }) => [product_id, count]));
  return list.map((product) => ({
    ...product,
    orderCount: orderCounts.get(product.id) ?? 0,
    downloadCount: downloadCounts.get(product.id) ?? 0,
    firstFile: files.find(({ product_id }) => product_id === product.id) ?? null,
  }));
}

/** The files of a product, in the order in which the customer sees them. */
export function filesOfProduct(reader: Reader, productId: number): Promise<StoredProductFile[]> {
  return attachedFiles(reader, [productId]);
}

function products(reader: Reader, accountId: number) {
  return reader.selectFrom("products").selectAll().where("account_id", "=", accountId).where("deleted_at", "is", null);
}

function attachedFiles(reader: Reader, productIds: number[]) {
  return reader
    .selectFrom("product_files as attached")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .selectAll("file")
    .select("attached.product_id")
    .where("attached.product_id", "in", productIds)
    .orderBy("attached.position")
    .execute();
}
