import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";

/** A recorded download as shown in lists. */
export interface RecordedDownload {
  id: number;
  /** The product's SKU, even if the product was deleted. */
  sku: string;
  /** Null if the product's permalink was used. */
  orderId: string | null;
  vendorId: string | null;
  orderTitle: string | null;
  orderItemId: number | null;
  filename: string;
  /** The version number of the file that was sent. */
  fileVersion: number;
  sizeBytes: number;
  ipAddress: string;
  userAgent: string;
  downloadedAt: Instant;
}

/** Downloads of an account, or only of one product or one order (row numbers). */
export interface DownloadScope {
  accountId: number;
  productId?: number;
  orderId?: number;
}

/** Up to `limit` downloads of the scope, newest first, from `offset` on. */
export async function listDownloads(
  reader: Reader,
  scope: DownloadScope,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<RecordedDownload[]> {
  const rows = await newestOf(reader, scope).select("id").limit(limit).offset(offset).execute();
  return recordedDownloads(
    reader,
    scope.accountId,
    rows.map(({ id }) => id),
  );
}

/** Downloads per step through a list of any length. */
export const downloadsAtOnce = 500;

/** Up to `downloadsAtOnce` downloads of the scope with numbers below `beforeId`, newest first. */
export function nextDownloads(
  reader: Reader,
  { accountId, productId, orderId }: DownloadScope,
  beforeId = Number.MAX_SAFE_INTEGER,
): Promise<RecordedDownload[]> {
  if (orderId !== undefined) return nextOfOrder(reader, { accountId, beforeId, orderId });
  if (productId !== undefined) return nextOfProduct(reader, { accountId, beforeId, productId });
  return nextOfAccount(reader, { accountId, beforeId });
}

const nextOfAccount = nextOf<object>(() => ({}));
const nextOfProduct = nextOf<{ productId: number }>(({ productId }) => ({ productId }));
const nextOfOrder = nextOf<{ orderId: number }>(({ orderId }) => ({ orderId }));

function nextOf<Values>(narrowed: (values: Values) => Omit<DownloadScope, "accountId">) {
  return prepared<Values & { accountId: number; beforeId: number }, RecordedDownload>((db, values) => {
    const { accountId, beforeId } = values;
    const rows = newestOf(db, { accountId, ...narrowed(values) }).selectAll();
    return recorded(db, rows.where("id", "<", beforeId).limit(sql.lit(downloadsAtOnce))).orderBy("download.id", "desc");
  });
}

/** Found first in the index of the narrowest scope, before any join. The scope's row belongs to the account. */
function newestOf(reader: Reader, { accountId, productId, orderId }: DownloadScope) {
  const newest = reader.selectFrom("downloads").orderBy("id", "desc");
  if (orderId !== undefined) return newest.where("order_id", "=", orderId);
  return productId === undefined
    ? newest.where("account_id", "=", accountId)
    : newest.where("product_id", "=", productId);
}

/** Downloads of several orders per query. */
const fewOfOrders = 200;

/** The downloads of these orders, a few at a time, newest first for each order. */
export async function* downloadsOfOrders(
  reader: Reader,
  accountId: number,
  orderIds: number[],
): AsyncGenerator<RecordedDownload[]> {
  const few = await ofOrders(reader, { orderIds: JSON.stringify(orderIds) });
  if (few.length < fewOfOrders) {
    yield await recordedDownloads(
      reader,
      accountId,
      few.map(({ id }) => id),
    );
    return;
  }
  for (const orderId of orderIds) {
    for (let last: number | undefined; ; ) {
      const downloads = await nextDownloads(reader, { accountId, orderId }, last);
      yield downloads;
      if (downloads.length < downloadsAtOnce) break;
      last = downloads.at(-1)?.id;
    }
  }
}

/** Filters by the orders alone: with the account, SQLite would scan all of its downloads. */
const ofOrders = prepared<{ orderIds: string }, { id: number }>((db, { orderIds }) =>
  db
    .selectFrom("downloads")
    .select("id")
    .where("order_id", "in", valueSet(db, "integer", orderIds))
    .orderBy("order_id")
    .orderBy("id", "desc")
    .limit(sql.lit(fewOfOrders)),
);

export async function downloadById(reader: Reader, accountId: number, id: number): Promise<RecordedDownload | null> {
  const rows = downloadsOf(reader, accountId).selectAll().where("id", "=", id);
  return (await recorded(reader, rows).executeTakeFirst()) ?? null;
}

/** The downloads with these numbers, in the same order. */
export async function recordedDownloads(reader: Reader, accountId: number, ids: number[]): Promise<RecordedDownload[]> {
  if (ids.length === 0) return [];
  const rows = await recordedWithIds(reader, { accountId, ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const recordedWithIds = prepared<{ accountId: number; ids: string }, RecordedDownload>((db, { accountId, ids }) =>
  recorded(
    db,
    downloadsOf(db, accountId)
      .selectAll()
      .where("id", "in", valueSet(db, "integer", ids)),
  ),
);

/** The number of downloads of each file, by row number. Leaves out files without any. */
export async function downloadCountsOfFiles(reader: Reader, fileIds: number[]): Promise<Map<number, number>> {
  if (fileIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("downloads")
    .select(({ fn }) => ["file_id as fileId", fn.countAll<number>().as("count")])
    .where("file_id", "in", fileIds)
    .groupBy("file_id")
    .execute();
  return new Map(rows.map(({ fileId, count }) => [fileId, count]));
}

/** The number of downloads of each file of one order item, by the file's row number. Leaves out files without any. */
export async function downloadCountsOfItem(
  reader: Reader,
  { orderId, itemId }: { orderId: number; itemId: number },
): Promise<Map<number, number>> {
  const rows = await reader
    .selectFrom("downloads")
    .select(({ fn }) => ["file_id as fileId", fn.countAll<number>().as("count")])
    .where("order_id", "=", orderId)
    .where("order_item_id", "=", itemId)
    .groupBy("file_id")
    .execute();
  return new Map(rows.map(({ fileId, count }) => [fileId, count]));
}

/** Crosses domains: lists of downloads show SKUs and order ids. */
function recorded(reader: Reader, rows: SelectQueryBuilder<Schema, "downloads", Selectable<Schema["downloads"]>>) {
  return reader
    .selectFrom(rows.as("download"))
    .innerJoin("products as product", "product.id", "download.product_id")
    .leftJoin("orders as order", "order.id", "download.order_id")
    .select([
      "download.id",
      "product.sku",
      "order.public_id as orderId",
      "order.vendor_id as vendorId",
      "order.title as orderTitle",
      "download.order_item_id as orderItemId",
      "download.filename",
      "download.file_version as fileVersion",
      "download.size_bytes as sizeBytes",
      "download.ip_address as ipAddress",
      "download.user_agent as userAgent",
      "download.downloaded_at as downloadedAt",
    ]);
}

/** The account's downloads, unordered, for a query. */
export const downloadsOf = (reader: Reader, accountId: number) =>
  reader.selectFrom("downloads").where("account_id", "=", accountId);
