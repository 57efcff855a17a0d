import type { Tx } from "../database/database.ts";
import { countDownload } from "../statistics/count.ts";

/** The client that downloads, as far as the service knows. */
export interface DownloadClient {
  ipAddress: string;
  userAgent: string;
}

/** Records one counted download. It is durable once the caller's transaction is. */
export async function recordDownload(
  tx: Tx,
  download: {
    accountId: number;
    productId: number;
    orderId: number | null;
    orderItemId: number | null;
    file: { id: number; filename: string; size_bytes: number };
    client: DownloadClient;
    /** True when it was counted for a later part. */
    lacksFirstPart: boolean;
  },
  now: number,
): Promise<void> {
  await tx
    .insertInto("downloads")
    .values({
      account_id: download.accountId,
      product_id: download.productId,
      order_id: download.orderId,
      order_item_id: download.orderItemId,
      file_id: download.file.id,
      filename: download.file.filename,
      size_bytes: download.file.size_bytes,
      ip_address: download.client.ipAddress,
      user_agent: download.client.userAgent.slice(0, 500),
      downloaded_at: now,
      lacks_first_part: download.lacksFirstPart ? 1 : 0,
    })
    .execute();
  await countDownload(tx, { ...download, sizeBytes: download.file.size_bytes }, now);
}
