import type { Reader } from "../database/database.ts";
import type { Instant } from "../instants.ts";

/** A recorded download as the lists show it. */
export interface RecordedDownload {
  id: number;
  /** The product's SKU, even if the product has been deleted since. */
  sku: string;
  /** Null if the product's permalink was used. */
  orderId: string | null;
  orderItemId: number | null;
  filename: string;
  sizeBytes: number;
  ipAddress: string;
  userAgent: string;
  downloadedAt: Instant;
}

/** An order, or one item of it (row numbers). */
export interface OrderScope {
  id: number;
  itemId?: number;
}

/** Whose downloads: the account's, and of these one product's (its row number), one order's or one order item's. */
export interface DownloadScope {
  accountId: number;
  productId?: number;
  order?: OrderScope;
}

/**
 * Up to `limit` downloads, newest first: those before the number `beforeId`, or from `offset` on. They are looked up in
 * the index of the narrowest scope, whose row belongs to the account, before anything is joined to them.
 */
export async function listDownloads(
  reader: Reader,
  { accountId, productId, order }: DownloadScope,
  { beforeId, offset = 0, limit }: { beforeId?: number | undefined; offset?: number; limit: number },
): Promise<RecordedDownload[]> {
  let page = reader.selectFrom("downloads").select("id").orderBy("id", "desc").limit(limit).offset(offset);
  if (beforeId !== undefined) page = page.where("id", "<", beforeId);
  if (order?.itemId !== undefined) page = page.where("order_item_id", "=", order.itemId);
  if (order) page = page.where("order_id", "=", order.id);
  else if (productId !== undefined) page = page.where("product_id", "=", productId);
  else page = page.where("account_id", "=", accountId);
  const rows = await page.execute();
  return recordedDownloads(
    reader,
    accountId,
    rows.map(({ id }) => id),
  );
}

export async function downloadById(reader: Reader, accountId: number, id: number): Promise<RecordedDownload | null> {
  return (await recorded(reader, accountId).where("download.id", "=", id).executeTakeFirst()) ?? null;
}

/** The downloads with these numbers, in the same order. */
export async function recordedDownloads(reader: Reader, accountId: number, ids: number[]): Promise<RecordedDownload[]> {
  if (ids.length === 0) return [];
  const rows = await recorded(reader, accountId).where("download.id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Number of downloads of each file, by its row number. Files without downloads are left out. */
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

/** Crosses domains: a list of downloads shows their SKUs and order ids. */
function recorded(reader: Reader, accountId: number) {
  return reader
    .selectFrom("downloads as download")
    .innerJoin("products as product", "product.id", "download.product_id")
    .leftJoin("orders as order", "order.id", "download.order_id")
    .select([
      "download.id",
      "product.sku",
      "order.public_id as orderId",
      "download.order_item_id as orderItemId",
      "download.filename",
      "download.size_bytes as sizeBytes",
      "download.ip_address as ipAddress",
      "download.user_agent as userAgent",
      "download.downloaded_at as downloadedAt",
    ])
    .where("download.account_id", "=", accountId);
}

/** The account's downloads, in no order, for a query. */
export const downloadsOf = (reader: Reader, accountId: number) =>
  reader.selectFrom("downloads").where("account_id", "=", accountId);
