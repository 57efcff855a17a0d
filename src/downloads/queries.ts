import type { Reader } from "../database/database.ts";

/** A recorded download as the lists show it. */
export interface RecordedDownload {
  id: number;
  /** The product's SKU, also when the product was deleted since. */
  sku: string;
  /** Null when the download came through the product's permalink. */
  orderId: string | null;
  orderItemId: number | null;
  filename: string;
  sizeBytes: number;
  ipAddress: string;
  userAgent: string;
  /** Milliseconds since 1970 in UTC. */
  downloadedAt: number;
}

/** Whose downloads: the account's, and of these one product's, one order's or one order item's (row numbers). */
export interface DownloadScope {
  accountId: number;
  productId?: number;
  orderId?: number;
  orderItemId?: number;
}

/** Up to `limit` downloads, newest first: those before the number `beforeId`, or from `offset` on. */
export function listDownloads(
  reader: Reader,
  scope: DownloadScope,
  { beforeId, offset = 0, limit }: { beforeId?: number | undefined; offset?: number; limit: number },
): Promise<RecordedDownload[]> {
  let list = recorded(reader, scope.accountId).orderBy("download.id", "desc").limit(limit).offset(offset);
  if (beforeId !== undefined) list = list.where("download.id", "<", beforeId);
  if (scope.productId !== undefined) list = list.where("download.product_id", "=", scope.productId);
  if (scope.orderId !== undefined) list = list.where("download.order_id", "=", scope.orderId);
  if (scope.orderItemId !== undefined) list = list.where("download.order_item_id", "=", scope.orderItemId);
  return list.execute();
}

export async function downloadById(reader: Reader, accountId: number, id: number): Promise<RecordedDownload | null> {
  return (await recorded(reader, accountId).where("download.id", "=", id).executeTakeFirst()) ?? null;
}

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
