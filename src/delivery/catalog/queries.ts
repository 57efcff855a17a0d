import type { Selection } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { preparedLookup, together } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { firstFound, withoutInvisible } from "../../platform/text.ts";
import { countsOfProducts } from "../../store/statistics/product-counts.ts";
import { contentsOfProducts, type NamedContent } from "./contents.ts";
import { liveProducts } from "./live.ts";
import { programIdsOfProducts } from "./program-ids.ts";

export const productColumns = [
  "id",
  "account_id as accountId",
  "sku",
  "name",
  "price",
  "currency",
  "guid",
  "permalink_disabled_at as permalinkDisabledAt",
  "created_at as createdAt",
  "archived_at as archivedAt",
  "order_expiration_in_hours as orderExpirationInHours",
  "expires_from as expiresFrom",
  "download_limit as downloadLimit",
  "large_file_bytes as largeFileBytes",
  "large_file_download_limit as largeFileDownloadLimit",
  "device_limit as deviceLimit",
  "updates_for_days as updatesForDays",
  "license_source as licenseSource",
  "license_pattern as licensePattern",
  "updates",
  "update_guid as updateGuid",
  "cover_sha256 as coverSha256",
  "contents as storedContents",
  "stamp as storedStamp",
] as const;

/** Where a product's license keys can come from. */
export const licenseSources = ["pool", "made", "signed"] as const;

/** Who may ask for a product's update feeds. */
export const updateAccesses = ["off", "licensed", "open"] as const;

/** Maximum number of days for which a product's orders get updates. */
export const mostUpdateDays = 36_500;

/** When the hours of a product's orders can start. */
export const expiresFrom = ["order", "first_download"] as const;

/** The columns are explained in src/platform/database/schema/catalog.ts. */
export type Product = Selection<Schema, "products", (typeof productColumns)[number]>;

export const fileColumns = [
  "id",
  "filename",
  "size_bytes as sizeBytes",
  "content_type as contentType",
  "sha256",
  "storage_key as storageKey",
  "external_url as externalUrl",
  "created_at as createdAt",
  "version",
  "version_note as versionNote",
  "version_added_at as versionAddedAt",
  "updated_at as updatedAt",
] as const;

/** A stored file, or an external link. */
export type ProductFile = Selection<Schema, "files", (typeof fileColumns)[number]>;

/** A product as shown in lists. */
export interface ProductSummary extends Product {
  orderCount: number;
  downloadCount: number;
  /** Stored files and external links, in the customer's order. */
  files: ProductFile[];
  /** The ids by which programs know it, in the owner's order. */
  programIds: string[];
  /** The products that it holds, in the owner's order. */
  contents: NamedContent[];
  /** The first stored file; null if there is none. */
  firstFile: ProductFile | null;
}

/** True for a stored file, false for an external link. */
export function isStored(file: Pick<ProductFile, "externalUrl">): boolean {
  return file.externalUrl === null;
}

export async function productById(reader: Reader, accountId: number, id: number): Promise<Product | null> {
  const [product] = await byId(reader, { accountId, id });
  return product ?? null;
}

const byId = prepared<{ accountId: number; id: number }, Product>((db, { accountId, id }) =>
  products(db, accountId).where("id", "=", id),
);

export function productBySku(reader: Reader, accountId: number, sku: string): Promise<Product | null> {
  return firstFound(sku, withoutInvisible, (one) => bySku(reader, { accountId, sku: one }));
}

const bySku = preparedLookup({ accountId: "integer", sku: "text" }, (db, { accountId, sku }) =>
  liveProducts(db).select(productColumns).where("account_id", "=", accountId).where("sku", "=", sku),
);

export async function productByGuid(reader: Reader, accountId: number, guid: string): Promise<Product | null> {
  const [product] = await byGuid(reader, { accountId, guid });
  return product ?? null;
}

const byGuid = prepared<{ accountId: number; guid: string }, Product>((db, { accountId, guid }) =>
  products(db, accountId).where("guid", "=", guid),
);

/** The product whose update feeds have this address; null while its feeds are off, and for an archived product. */
export async function productByUpdateGuid(reader: Reader, accountId: number, guid: string): Promise<Product | null> {
  const [product] = await byUpdateGuid(reader, { accountId, guid });
  return product ?? null;
}

const byUpdateGuid = prepared<{ accountId: number; guid: string }, Product>((db, { accountId, guid }) =>
  products(db, accountId)
    .where("update_guid", "=", guid)
    .where("updates", "<>", "off")
    .where("archived_at", "is", null),
);

/** Products with one of the SKUs, ignoring invisible characters in them. The result has the SKUs as stored. */
export function productsBySkus(reader: Reader, accountId: number, skus: string[]): Promise<Product[]> {
  // No SKU contains half a character or a NUL, and PostgreSQL rejects JSON that does.
  const possible = new Set(skus.filter((sku) => sku.isWellFormed() && !sku.includes("\0")));
  for (const sku of [...possible]) possible.add(withoutInvisible(sku));
  return someBySku(reader, { accountId, skus: JSON.stringify([...possible]) });
}

const someBySku = prepared<{ accountId: number; skus: string }, Product>((db, { accountId, skus }) =>
  products(db, accountId).where("sku", "in", valueSet(db, "text", skus)),
);

export function productsByIds(reader: Reader, accountId: number, ids: number[]): Promise<Product[]> {
  return someById(reader, { accountId, ids: JSON.stringify(ids) });
}

const someById = prepared<{ accountId: number; ids: string }, Product>((db, { accountId, ids }) =>
  products(db, accountId).where("id", "in", valueSet(db, "integer", ids)),
);

/** The row numbers of products with this SKU, including deleted ones. */
export async function productIdsOfSku(reader: Reader, accountId: number, sku: string): Promise<number[]> {
  const rows = await reader
    .selectFrom("products")
    .select("id")
    .where("account_id", "=", accountId)
    .where("sku", "in", [sku, withoutInvisible(sku)])
    .execute();
  return rows.map(({ id }) => id);
}

/** Up to `limit` products in order of their SKUs: after `afterSku`, or from `offset` on. */
export function listProducts(
  reader: Reader,
  accountId: number,
  { afterSku, offset = 0, limit }: { afterSku?: string | undefined; offset?: number; limit: number },
): Promise<Product[]> {
  let list = products(reader, accountId).orderBy("sku").limit(limit).offset(offset);
  if (afterSku !== undefined) list = list.where("sku", ">", afterSku);
  return list.execute();
}

/** Adds counts and files. The list may contain a product more than once. */
export async function summarizeProducts(reader: Reader, list: Product[]): Promise<ProductSummary[]> {
  if (list.length === 0) return [];
  const ids = list.map(({ id }) => id);
  const counts = await countsOfProducts(reader, ids);
  const files = await attachedFiles(reader, ids);
  const programIds = await programIdsOfProducts(reader, ids);
  const contents = await contentsOfProducts(reader, list);
  const filesByProduct = Map.groupBy(files, ({ productId }) => productId);
  return list.map((product) => {
    const attached = filesByProduct.get(product.id) ?? [];
    return {
      ...product,
      orderCount: counts.get(product.id)?.orders ?? 0,
      downloadCount: counts.get(product.id)?.downloads ?? 0,
      files: attached,
      programIds: programIds.get(product.id) ?? [],
      contents: contents.get(product.id) ?? [],
      firstFile: attached.find(isStored) ?? null,
    };
  });
}

/** The same for one product. */
export const summarizeProduct = together(summarizeProducts);

/** The stored files and external links of a product, in the customer's order. */
export function filesOfProduct(reader: Reader, productId: number): Promise<ProductFile[]> {
  return attachedFiles(reader, [productId]);
}

/** For each file with a permalink, by row number, the guid of the first product. */
export async function permalinkGuidsOfFiles(reader: Reader, fileIds: number[]): Promise<Map<number, string>> {
  if (fileIds.length === 0) return new Map();
  const rows = await liveProducts(reader)
    .innerJoin("product_files as attached", "attached.product_id", "product.id")
    .select(["attached.file_id as fileId", "product.guid"])
    .where("attached.file_id", "in", fileIds)
    .where("product.permalink_disabled_at", "is", null)
    .where("product.stamp", "is", null)
    .orderBy("product.id", "desc")
    .execute();
  return new Map(rows.map(({ fileId, guid }) => [fileId, guid]));
}

function products(reader: Reader, accountId: number) {
  return liveProducts(reader).select(productColumns).where("account_id", "=", accountId);
}

const attachedFiles = (reader: Reader, productIds: number[]) => attached(reader, { ids: JSON.stringify(productIds) });

const attached = prepared<{ ids: string }, ProductFile & { productId: number }>((db, { ids }) =>
  db
    .selectFrom("product_files as attached")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(fileColumns)
    .select("attached.product_id as productId")
    .where("attached.product_id", "in", valueSet(db, "integer", ids))
    .orderBy("attached.position"),
);
