import { z } from "zod";
import { type ExternalUrl, externalUrlProblem, hostOf } from "../catalog/external-urls.ts";
import { mostFiles, setProductFiles } from "../catalog/product-files.ts";
import { expiresFrom, insertProducts, productsBySkus } from "../catalog/products.ts";
import type { Tx } from "../database/database.ts";
import { inSlices } from "../database/slices.ts";
import { giveWay } from "../give-way.ts";
import type { Instant } from "../instants.ts";
import { textProblem } from "../text.ts";
import { withCheck } from "../zod-check.ts";
import { amount, currency, pastInstant, readCells, setting, sizeInBytes, sku, text, unlessUnset } from "./cells.ts";
import { ChangedMeanwhile, type ImportKind, repeatedIn } from "./kind.ts";
import { readUrls } from "./lists.ts";
import { Refusals } from "./refusals.ts";
import { weightOf } from "./weight.ts";

interface ProductRow {
  sku: string;
  name: string;
  price: number | null;
  currency: string | null;
  orderExpirationInHours: number | null;
  expiresFrom: "order" | "first_download";
  downloadLimit: number | null;
  largeFileBytes: number | null;
  largeFileDownloadLimit: number | null;
  urls: ExternalUrl[];
  createdAt: Instant;
}

const largeFiles = ["large_file_bytes", "large_file_download_limit"] as const;
const limits = ["order_expiration_in_hours", "expires_from", "download_limit", ...largeFiles] as const;
const notAStart = `must be ${expiresFrom.join(" or ")}`;

export const productImport: ImportKind<ProductRow> = {
  columns: {
    required: ["sku", "name"],
    optional: ["price", "currency", "item_urls", ...limits, "created_at"],
    ignored: ["id", "orders_count", "download_count", "files", "permalink"],
    alsoCalled: { item_sku: "sku", product_sku: "sku", product_name: "name", title: "name", urls: "item_urls" },
    hints: {
      date: "use created_at for the date the product was created",
      amount: "use price for the price of one unit",
    },
  },

  async check(reader, account, rows, { now, progress }) {
    const accepted: ProductRow[] = [];
    const refused = new Refusals();
    const seen = new Map<string, number>();
    const cells = productCells(now);
    await inSlices(
      rows,
      async (slice) => {
        const read = await readCells(cells, slice, refused);
        const skus = read.flatMap(({ value }) => value.sku ?? []);
        const known = skus.length === 0 ? [] : await productsBySkus(reader, account.id, skus);
        const taken = new Set(known.map(({ sku }) => sku));
        for (const { row, value, whole } of read) {
          const reason = skuProblem(value.sku, taken, seen);
          if (reason) refused.add({ row, field: "sku", reason });
          if (reason || !whole) continue;
          const missing = missingOfPair(value);
          if (missing) {
            refused.add({
              row,
              field: missing,
              reason: `must be given together with ${largeFiles.find((name) => name !== missing)}`,
            });
            continue;
          }
          seen.set(value.sku, row);
          accepted.push(productRow(value, now));
        }
      },
      progress,
      weightOf,
    );
    return { accepted, refused: refused.list, notes: [] };
  },

  apply: (tx, account, rows, { now, progress }) =>
    inSlices(rows, (slice) => insertRows(tx, account.id, slice, now), progress),
};

function urlsProblem(urls: ExternalUrl[]): string | null {
  if (urls.length > mostFiles) return `must contain at most ${mostFiles} links`;
  for (const { url, name } of urls) {
    const problem = externalUrlProblem(url) ?? textProblem(name, { shortest: 0, longest: 255 });
    if (problem) return `${JSON.stringify(url.slice(0, 100))} ${problem}`;
  }
  return null;
}

const productCells = (now: Instant) =>
  z.object({
    sku,
    name: text(255, 1),
    price: amount.optional(),
    currency: currency.optional(),
    item_urls: withCheck(
      z.string().transform((cell) => readUrls(cell, mostFiles)),
      urlsProblem,
    ).optional(),
    order_expiration_in_hours: setting.optional(),
    expires_from: z.string().trim().toLowerCase().pipe(z.enum(expiresFrom, notAStart)).optional(),
    download_limit: setting.optional(),
    large_file_bytes: sizeInBytes.optional(),
    large_file_download_limit: setting.optional(),
    created_at: unlessUnset(pastInstant(now)),
  });

function productRow(value: z.output<ReturnType<typeof productCells>>, now: Instant): ProductRow {
  const { sku, name, price = null, currency = null, item_urls = [], created_at: createdAt = now } = value;
  const urls = item_urls.map(({ url, name }) => ({ url, name: name || hostOf(url) }));
  return {
    sku,
    name,
    price,
    currency,
    urls,
    createdAt,
    orderExpirationInHours: value.order_expiration_in_hours ?? null,
    expiresFrom: value.expires_from ?? "order",
    downloadLimit: value.download_limit ?? null,
    largeFileBytes: value.large_file_bytes ?? null,
    largeFileDownloadLimit: value.large_file_download_limit ?? null,
  };
}

/** The one of the two columns about large files that lacks its value. */
function missingOfPair(value: { [Name in (typeof largeFiles)[number]]?: number | undefined }): string | null {
  const missing = largeFiles.filter((name) => value[name] === undefined);
  return missing.length === 1 ? (missing[0] as string) : null;
}

function skuProblem(sku: string | undefined, taken: Set<string>, seen: Map<string, number>): string | null {
  if (sku === undefined) return null;
  return taken.has(sku) ? "is already used by another product" : repeatedIn(seen, sku);
}

async function insertRows(tx: Tx, accountId: number, rows: ProductRow[], now: Instant): Promise<void> {
  const products = await insertProducts(tx, accountId, rows);
  if (products.length < rows.length) throw new ChangedMeanwhile();
  const bySku = new Map(products.map((product) => [product.sku, product]));
  for (const { sku, urls } of rows) {
    await giveWay();
    const product = bySku.get(sku);
    if (product && urls.length > 0) await setProductFiles(tx, product, { externalUrls: urls }, now);
  }
}
