import { hostOf } from "../../delivery/catalog/external-urls.ts";
import { productIdsOfPrograms } from "../../delivery/catalog/program-ids.ts";
import { type Product, productsByIds, productsBySkus } from "../../delivery/catalog/queries.ts";
import { type Stamp, storedStampOf, usualStamp } from "../../delivery/catalog/stamps.ts";
import { permalinkPath } from "../../platform/customer-paths.ts";
import type { Reader } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { giveWay } from "../../platform/give-way.ts";
import { type Instant, isSameSecond } from "../../platform/instants.ts";
import { ordersWaitingFor } from "../../shops/connections/known/orders-waiting-for.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { withMeantAmounts } from "./ambiguous-amounts.ts";
import { readCells, weightOf } from "./cells.ts";
import { ChangedFields } from "./changed-fields.ts";
import { type ImportKind, Refusals, repeatedIn } from "./kind.ts";
import { writeContents, writeIds, writeUrls } from "./lists.ts";
import { type ProductCells, productCells } from "./product-cells.ts";
import { type BundleRow, followRenames, refuseContents } from "./product-contents.ts";
import {
  changeRows,
  contentsOf,
  insertRows,
  type ProductChange,
  type ProductRow,
  programIdsOf,
  urlsOf,
  writeAllContents,
} from "./write-products.ts";

const largeFiles = ["large_file_bytes", "large_file_download_limit"] as const;
const limits = [
  "order_expiration_in_hours",
  "expires_from",
  "download_limit",
  ...largeFiles,
  "device_limit",
  "updates_for_days",
] as const;

export const productImport: ImportKind<ProductRow | ProductChange> = {
  columns: {
    required: ["sku", "name"],
    optional: [
      "price",
      "currency",
      "item_urls",
      ...limits,
      "license_source",
      "license_pattern",
      "program_ids",
      "contents",
      "updates",
      "stamp_text",
      "stamp_position",
      "stamp_size",
      "archived_at",
      "permalink_enabled",
      "created_at",
    ],
    ignored: ["id", "orders_count", "download_count", "files", "permalink"],
    alsoCalled: { item_sku: "sku", product_sku: "sku", product_name: "name", title: "name", urls: "item_urls" },
    hints: {
      date: "use created_at for the date the product was created",
      amount: "use price for the price of one unit",
    },
  },

  async check({ read: reader, scan }, account, rows, { now, progress }) {
    const accepted: (ProductRow | ProductChange)[] = [];
    let existing = 0;
    const changed = new ChangedFields();
    const refused = new Refusals();
    const seen = new Map<string, number>();
    const seenPrograms = new Map<string, number>();
    const bundles: BundleRow[] = [];
    const renamed = new Map<string, string>();
    const cells = productCells(now);
    await inSlices(
      await withMeantAmounts(rows, "price", account.currency),
      async (slice) => {
        const read = await readCells(cells, slice, refused);
        const skus = read.flatMap(({ value }) => value.sku ?? []);
        const known = skus.length === 0 ? [] : await productsBySkus(reader, account.id, skus);
        const taken = new Set(known.map(({ sku }) => sku));
        const ids = [...new Set(read.flatMap(({ value }) => value.id ?? []))];
        const exported = new Map(
          (ids.length === 0 ? [] : await productsByIds(reader, account.id, ids)).map((one) => [one.id, one]),
        );
        const programs = read.flatMap(({ value }) => value.program_ids ?? []);
        const takenPrograms =
          programs.length === 0 ? new Map<string, number>() : await productIdsOfPrograms(reader, account.id, programs);
        for (const { row, value, whole } of read) {
          const byId = exported.get(value.id ?? 0);
          // The ID alone is not enough: it may come from another installation.
          const product = byId && value.permalink?.endsWith(permalinkPath(byId.guid)) ? byId : undefined;
          const isItsOwn = product !== undefined && product.sku === value.sku;
          const reason = skuProblem(value.sku, isItsOwn ? new Set() : taken, seen);
          if (reason) refused.add({ row, field: "sku", reason });
          const taker = programIdProblem(value.program_ids, product?.id, takenPrograms, seenPrograms);
          if (taker) refused.add({ row, field: "program_ids", reason: taker });
          if (reason || taker || !whole) continue;
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
          for (const id of value.program_ids ?? []) seenPrograms.set(id, row);
          const written = product ? productChange(account, product, value) : productRow(value, now);
          accepted.push(written);
          const { sku, contents } = value;
          if (contents) bundles.push({ row, id: product?.id, sku, contents, accepted: written });
          if (!product || !("changes" in written)) continue;
          if (product.sku !== sku) renamed.set(product.sku, sku);
          existing++;
          changed.add(await changedColumns(reader, product, written));
        }
      },
      progress,
      weightOf,
    );
    followRenames(bundles, renamed, seen);
    const wrong = await refuseContents(reader, account.id, bundles, seen, refused);
    const skus = new Set(seen.keys());
    for (const bundle of bundles) if (wrong.has(bundle.accepted)) skus.delete(bundle.sku);
    const waiting = skus.size === 0 ? 0 : await ordersWaitingFor(scan, account.id, { skus });
    return {
      accepted: accepted.filter((one) => !wrong.has(one)),
      refused: refused.list,
      notes: [
        ...(existing === 0 ? [] : [existingNote(existing), ...changed.sentences]),
        ...(waiting === 0 ? [] : [waitingNote(waiting)]),
      ],
    };
  },

  async apply(tx, account, rows, { now, progress }) {
    await inSlices(
      rows,
      async (slice) => {
        const isChange = (row: ProductRow | ProductChange): row is ProductChange => "changes" in row;
        await changeRows(tx, account.id, slice.filter(isChange), now);
        const added = slice.filter((row): row is ProductRow => !isChange(row));
        if (added.length > 0) await insertRows(tx, account.id, added, now);
      },
      progress,
    );
    await writeAllContents(tx, account.id, rows);
  },
};

const waitingNote = (orders: number) =>
  orders === 1
    ? "1 order of a connected shop waits for a SKU of this file: importing it delivers the order within a minute, with an email. To leave it out, choose “Leave it as it is” at its event first."
    : `${orders} orders of connected shops wait for SKUs of this file: importing it delivers them within a minute, with an email each. To leave one out, choose “Leave it as it is” at its event first.`;

function productRow(value: ProductCells, now: Instant): ProductRow {
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
    deviceLimit: value.device_limit ?? null,
    updatesForDays: value.updates_for_days ?? null,
    licenseSource: value.license_source ?? "pool",
    licensePattern: value.license_pattern ?? null,
    programIds: value.program_ids ?? [],
    contents: value.contents,
    updates: value.updates ?? "off",
    stamp: stampIn(value) ?? null,
    archivedAt: value.archived_at ?? null,
    permalinkDisabledAt: value.permalink_enabled === false ? now : null,
  };
}

function productChange(account: Account, { id, currency, archivedAt }: Product, value: ProductCells): ProductChange {
  const changes = {
    sku: value.sku,
    name: value.name,
    price: value.price,
    // For a product without its own currency, an export writes the account's.
    currency: value.currency === (currency ?? account.currency) ? undefined : value.currency,
    orderExpirationInHours: value.order_expiration_in_hours,
    expiresFrom: value.expires_from,
    downloadLimit: value.download_limit,
    largeFileBytes: value.large_file_bytes,
    largeFileDownloadLimit: value.large_file_download_limit,
    deviceLimit: value.device_limit,
    updatesForDays: value.updates_for_days,
    licenseSource: value.license_source,
    licensePattern: value.license_pattern,
    updates: value.updates,
    stamp: stampIn(value),
    archivedAt: isSameSecond(value.archived_at, archivedAt) ? undefined : value.archived_at,
    permalinkEnabled: value.permalink_enabled,
  };
  return {
    id,
    changes,
    urls: value.item_urls?.map(({ url, name }) => ({ url, name: name || hostOf(url) })),
    programIds: value.program_ids,
    contents: value.contents,
  };
}

/** How the product's files are stamped; undefined if the row has no text for it. */
const stampIn = ({ stamp_text: text, stamp_position, stamp_size }: ProductCells): Stamp | undefined =>
  text === undefined
    ? undefined
    : { text, position: stamp_position ?? usualStamp.position, size: stamp_size ?? usualStamp.size };

/** The columns of each field that an exported row can change. */
const columnOf = {
  sku: "sku",
  name: "name",
  price: "price",
  currency: "currency",
  orderExpirationInHours: "order_expiration_in_hours",
  expiresFrom: "expires_from",
  downloadLimit: "download_limit",
  largeFileBytes: "large_file_bytes",
  largeFileDownloadLimit: "large_file_download_limit",
  deviceLimit: "device_limit",
  updatesForDays: "updates_for_days",
  licenseSource: "license_source",
  licensePattern: "license_pattern",
  updates: "updates",
  archivedAt: "archived_at",
} as const;

/** The columns of a file that change the product. */
async function changedColumns(
  reader: Reader,
  product: Product,
  { changes, urls, programIds, contents }: ProductChange,
): Promise<string[]> {
  await giveWay();
  const names = Object.keys(columnOf) as (keyof typeof columnOf)[];
  const columns: string[] = names
    .filter((name) => changes[name] !== undefined && changes[name] !== product[name])
    .map((name) => columnOf[name]);
  if (urls && writeUrls(urls) !== writeUrls(await urlsOf(reader, product.id))) columns.push("item_urls");
  if (programIds && writeIds(programIds) !== writeIds(await programIdsOf(reader, product.id))) {
    columns.push("program_ids");
  }
  const works = product.permalinkDisabledAt === null;
  if (changes.permalinkEnabled !== undefined && changes.permalinkEnabled !== works) columns.push("permalink_enabled");
  if (changes.stamp && storedStampOf(changes.stamp) !== product.storedStamp) columns.push("stamp_text");
  if (contents && writeContents(contents) !== writeContents(await contentsOf(reader, product)))
    columns.push("contents");
  return columns;
}

const existingNote = (count: number) =>
  `${count === 1 ? "1 row is of a product that exists" : `${count} rows are of products that exist`} here.`;

/** The missing one of the two columns about large files. */
function missingOfPair(value: { [Name in (typeof largeFiles)[number]]?: number | undefined }): string | null {
  const missing = largeFiles.filter((name) => value[name] === undefined);
  return missing.length === 1 ? (missing[0] as string) : null;
}

function skuProblem(sku: string | undefined, taken: Set<string>, seen: Map<string, number>): string | null {
  if (sku === undefined) return null;
  return taken.has(sku) ? "is already used by another product" : repeatedIn(seen, sku);
}

/** Why a product (row number, if it exists) cannot have these program IDs; null if it can. */
function programIdProblem(
  ids: string[] | undefined,
  productId: number | undefined,
  taken: Map<string, number>,
  seen: Map<string, number>,
): string | null {
  for (const id of ids ?? []) {
    const owner = taken.get(id);
    if (owner !== undefined && owner !== productId)
      return `has ${JSON.stringify(id)}, by which another product is known`;
    const row = seen.get(id);
    if (row !== undefined) return `has ${JSON.stringify(id)}, which row ${row} has too`;
  }
  return null;
}
