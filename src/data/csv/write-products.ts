import { type Content, contentsOfProducts, setContents, WrongContents } from "../../delivery/catalog/contents.ts";
import type { ExternalUrl } from "../../delivery/catalog/external-urls.ts";
import { setProductFiles } from "../../delivery/catalog/product-files.ts";
import { lockProduct, UnknownProduct } from "../../delivery/catalog/product-lookup.ts";
import { insertProducts, SkuTaken, type updateProduct } from "../../delivery/catalog/products.ts";
import { ProgramIdTaken, programIdsOfProducts, setProgramIds } from "../../delivery/catalog/program-ids.ts";
import { filesOfProduct, type Product } from "../../delivery/catalog/queries.ts";
import type { Stamp } from "../../delivery/catalog/stamps.ts";
import { updateProductAndSource } from "../../delivery/licenses/license-source.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { ChangedMeanwhile } from "./kind.ts";
import { writeContents, writeUrls } from "./lists.ts";

/** A new product. */
export interface ProductRow {
  sku: string;
  name: string;
  price: number | null;
  currency: string | null;
  orderExpirationInHours: number | null;
  expiresFrom: "order" | "first_download";
  downloadLimit: number | null;
  largeFileBytes: number | null;
  largeFileDownloadLimit: number | null;
  deviceLimit: number | null;
  updatesForDays: number | null;
  licenseSource: Product["licenseSource"];
  licensePattern: string | null;
  updates: Product["updates"];
  stamp: Stamp | null;
  programIds: string[];
  /** Absent for an empty cell. */
  contents: Content[] | undefined;
  urls: ExternalUrl[];
  createdAt: Instant;
  archivedAt: Instant | null;
  permalinkDisabledAt: Instant | null;
}

/** The changes that an exported row makes to its product. Absent for an empty cell, which changes nothing. */
export interface ProductChange {
  id: number;
  changes: Parameters<typeof updateProduct>[3];
  urls: ExternalUrl[] | undefined;
  programIds: string[] | undefined;
  contents: Content[] | undefined;
}

/** The IDs by which programs know the product (row number), in the owner's order. */
export const programIdsOf = async (reader: Reader, productId: number): Promise<string[]> =>
  (await programIdsOfProducts(reader, [productId])).get(productId) ?? [];

/** The external links of the product (row number). */
export async function urlsOf(reader: Reader, productId: number): Promise<ExternalUrl[]> {
  return (await filesOfProduct(reader, productId)).flatMap(({ externalUrl, filename }) =>
    externalUrl === null ? [] : [{ url: externalUrl, name: filename }],
  );
}

/** The contents of a bundle, in the owner's order. */
export const contentsOf = async (reader: Reader, product: Product): Promise<Content[]> =>
  (await contentsOfProducts(reader, [product])).get(product.id) ?? [];

/**
 * Sets the contents of these rows' bundles, once all products of the file are written. Throws `ChangedMeanwhile` if a bundle can
 * no longer have them.
 */
export async function writeAllContents(tx: Tx, accountId: number, rows: (ProductRow | ProductChange)[]): Promise<void> {
  const sent = rows.filter(({ contents }) => contents !== undefined);
  // Products that become empty first, because other bundles of the file may contain them.
  const sorted = sent.toSorted((one, other) => Number(!!one.contents?.length) - Number(!!other.contents?.length));
  for (const row of sorted) {
    await giveWay();
    try {
      const key = "changes" in row ? { id: row.id } : { sku: row.sku };
      const product = await lockProduct(tx, accountId, key);
      const before = writeContents(await contentsOf(tx, product));
      if (row.contents && writeContents(row.contents) !== before) await setContents(tx, product, row.contents);
    } catch (error) {
      rethrow(error);
    }
  }
}

/** Throws `ChangedMeanwhile` if a SKU or a program's id was taken since the check. */
export async function insertRows(tx: Tx, accountId: number, rows: ProductRow[], now: Instant): Promise<void> {
  const products = await insertProducts(tx, accountId, rows);
  if (products.length < rows.length) throw new ChangedMeanwhile();
  const bySku = new Map(products.map((product) => [product.sku, product]));
  for (const { sku, urls, programIds } of rows) {
    await giveWay();
    const product = bySku.get(sku);
    if (product && urls.length > 0) await setProductFiles(tx, product, { externalUrls: urls }, now);
    if (product && programIds.length > 0) await setProgramIds(tx, product, programIds).catch(rethrow);
  }
}

/** Throws `ChangedMeanwhile` if a product, a SKU or a program's id has changed since the check. */
export async function changeRows(tx: Tx, accountId: number, rows: ProductChange[], now: Instant): Promise<void> {
  for (const { id, changes, urls, programIds } of rows) {
    await giveWay();
    try {
      const product = await updateProductAndSource(tx, accountId, { id }, changes, now);
      if (urls && writeUrls(urls) !== writeUrls(await urlsOf(tx, id)))
        await setProductFiles(tx, product, { externalUrls: urls }, now);
      await setProgramIds(tx, product, programIds);
    } catch (error) {
      rethrow(error);
    }
  }
}

function rethrow(error: unknown): never {
  const isMeanwhile = [SkuTaken, UnknownProduct, ProgramIdTaken, WrongContents].some((kind) => error instanceof kind);
  throw isMeanwhile ? new ChangedMeanwhile() : error;
}
