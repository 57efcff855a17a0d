import {
  isStored,
  listProducts,
  type Product,
  type ProductSummary,
  summarizeProducts,
} from "../../delivery/catalog/queries.ts";
import { stampOf } from "../../delivery/catalog/stamps.ts";
import { permalinkPath } from "../../platform/customer-paths.ts";
import { inBatches } from "../../platform/database/batches.ts";
import { writeInstant } from "../../platform/instants.ts";
import { writtenAmount } from "./ambiguous-amounts.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";
import { escapeEntry, writeContents, writeIds, writeUrls } from "./lists.ts";

/** Sorted by SKU. */
export async function* productRows(scope: ExportScope): AsyncGenerator<Cell[][]> {
  const { reader, account } = scope;
  const batches = inBatches<Product>(({ last, limit }) =>
    listProducts(reader, account.id, { afterSku: last?.sku, limit }),
  );
  for await (const products of batches) {
    const summaries = await summarizeProducts(reader, products);
    yield summaries.map((product) => rowOf(product, scope));
  }
}

export const exportedProductColumns = [
  "id",
  "sku",
  "name",
  "price",
  "currency",
  "orders_count",
  "download_count",
  "files",
  "item_urls",
  "order_expiration_in_hours",
  "expires_from",
  "download_limit",
  "large_file_bytes",
  "large_file_download_limit",
  "device_limit",
  "updates_for_days",
  "license_source",
  "license_pattern",
  "program_ids",
  "contents",
  "updates",
  "stamp_text",
  "stamp_position",
  "stamp_size",
  "archived_at",
  "permalink",
  "permalink_enabled",
  "created_at",
] as const;

function rowOf(product: ProductSummary, { account, url }: ExportScope): Cell[] {
  const stored = product.files.filter(isStored);
  const stamp = stampOf(product);
  const addresses = product.files.flatMap(({ externalUrl, filename }) =>
    externalUrl === null ? [] : [{ url: externalUrl, name: filename }],
  );
  const cells: Record<(typeof exportedProductColumns)[number], Cell> = {
    id: product.id,
    sku: product.sku,
    name: product.name,
    price: writtenAmount(product.price),
    currency: product.currency ?? account.currency,
    orders_count: product.orderCount,
    download_count: product.downloadCount,
    files: stored.map(({ filename }) => escapeEntry(filename)).join("; "),
    item_urls: writeUrls(addresses),
    order_expiration_in_hours: product.orderExpirationInHours,
    expires_from: product.expiresFrom,
    download_limit: product.downloadLimit,
    large_file_bytes: product.largeFileBytes,
    large_file_download_limit: product.largeFileDownloadLimit,
    device_limit: product.deviceLimit,
    updates_for_days: product.updatesForDays,
    license_source: product.licenseSource,
    license_pattern: product.licensePattern,
    program_ids: writeIds(product.programIds),
    contents: writeContents(product.contents),
    updates: product.updates,
    stamp_text: stamp?.text ?? null,
    stamp_position: stamp?.position ?? null,
    stamp_size: stamp?.size ?? null,
    permalink: url + permalinkPath(product.guid),
    archived_at: product.archivedAt === null ? null : writeInstant(product.archivedAt),
    permalink_enabled: product.permalinkDisabledAt === null ? "true" : "false",
    created_at: writeInstant(product.createdAt),
  };
  return exportedProductColumns.map((column) => cells[column]);
}
