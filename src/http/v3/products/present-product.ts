import type { z } from "@hono/zod-openapi";
import { coverUrl } from "../../../delivery/catalog/covers.ts";
import { isStored, type Product, type ProductSummary, summarizeProducts } from "../../../delivery/catalog/queries.ts";
import { unstampableFilesOf } from "../../../delivery/catalog/stamp-checks.ts";
import { stampOf } from "../../../delivery/catalog/stamps.ts";
import { downloadCountsOfFiles } from "../../../delivery/downloads/queries.ts";
import { poolCounts, productsWithKeys } from "../../../delivery/licenses/queries.ts";
import { feedsPath, permalinkPath } from "../../../platform/customer-paths.ts";
import type { Database, Reader } from "../../../platform/database/database.ts";
import { together } from "../../../platform/database/lookups.ts";
import { writeInstant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { presentFile } from "./present-file.ts";
import type { productSchema } from "./product-schemas.ts";

type Readers = Pick<Database, "read" | "scan">;

/** The account of the products, and its full base address. */
interface Store {
  account: Account;
  url: string;
}

type PresentedProduct = z.output<typeof productSchema>;

/** Products as the answers show them, in the same order. */
export async function presentProducts(db: Readers, products: Product[], store: Store): Promise<PresentedProduct[]> {
  return presentRead(db, await readProducts(db.scan, products), store);
}

interface ReadProduct extends ProductSummary {
  /** Whether it has a pool of license keys. */
  hasKeys: boolean;
}

/** In the same order. */
async function readProducts(reader: Reader, products: Product[]): Promise<ReadProduct[]> {
  const summaries = await summarizeProducts(reader, products);
  const keyed = await productsWithKeys(
    reader,
    products.map(({ id }) => id),
  );
  return summaries.map((product) => ({ ...product, hasKeys: keyed.has(product.id) }));
}

const readProduct = together(readProducts);

async function presentRead(
  { scan }: Readers,
  products: ReadProduct[],
  { account, url }: Store,
): Promise<PresentedProduct[]> {
  const keyed = products.filter(({ hasKeys }) => hasKeys);
  const pools = await poolCounts(
    scan,
    keyed.map(({ id }) => id),
  );
  const addresses = products.flatMap(({ files }) => files.filter((file) => !isStored(file)));
  const counts = await downloadCountsOfFiles(
    scan,
    addresses.map(({ id }) => id),
  );
  const stamped = products.filter(({ storedStamp }) => storedStamp !== null);
  const unstampable = await unstampableFilesOf(
    scan,
    stamped.map(({ id }) => id),
  );
  const problems = Map.groupBy(unstampable, ({ id }) => id);
  return products.map((product) => ({
    id: product.id,
    sku: product.sku,
    name: product.name,
    price: product.price,
    currency: product.currency ?? account.currency,
    orders_count: product.orderCount,
    download_count: product.downloadCount,
    created_at: writeInstant(product.createdAt),
    item_urls: product.files
      .filter((file) => !isStored(file))
      .map((file) => ({
        id: file.id,
        url: file.externalUrl ?? "",
        name: file.filename,
        download_count: counts.get(file.id) ?? 0,
        created_at: writeInstant(file.createdAt),
      })),
    files: product.files.filter(isStored).map((file) => presentFile(file, permalinkGuid(product))),
    permalink: permalinkPath(product.guid),
    cover_url: coverUrl(url, product),
    permalink_enabled: product.permalinkDisabledAt === null,
    order_expiration_in_hours: product.orderExpirationInHours,
    expires_from: product.expiresFrom,
    download_limit: product.downloadLimit,
    large_file_bytes: product.largeFileBytes,
    large_file_download_limit: product.largeFileDownloadLimit,
    device_limit: product.deviceLimit,
    updates_for_days: product.updatesForDays,
    license_source: product.licenseSource,
    license_pattern: product.licensePattern,
    program_ids: product.programIds,
    contents: product.contents,
    updates: product.updates,
    update_url: product.updates === "off" || product.updateGuid === null ? null : url + feedsPath(product.updateGuid),
    archived_at: product.archivedAt === null ? null : writeInstant(product.archivedAt),
    stamp: stampOf(product),
    unstampable_files: (problems.get(product.id) ?? []).map(({ fileId, problem }) => ({ file_id: fileId, problem })),
    license_keys_available: pools.get(product.id)?.available ?? 0,
    orders_waiting_for_keys: pools.get(product.id)?.ordersWaiting ?? 0,
  }));
}

/** The guid in the product's permalink; null while that is turned off, or its files are stamped. */
export function permalinkGuid({ guid, permalinkDisabledAt, storedStamp }: Product): string | null {
  return permalinkDisabledAt === null && storedStamp === null ? guid : null;
}

export async function presentProduct(db: Readers, product: Product, store: Store): Promise<PresentedProduct> {
  const [presented] = await presentRead(db, [await readProduct(db.read, product)], store);
  if (!presented) throw new Error("A product disappeared while the answer was being written.");
  return presented;
}
