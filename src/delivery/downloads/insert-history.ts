import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { countDownloads } from "../../store/statistics/count.ts";
import { insertDownloads } from "./record.ts";

/** A download delivered and counted by another service. */
export interface FormerDownload {
  accountId: number;
  productId: number;
  orderId: number | null;
  orderItemId: number | null;
  fileId: number;
  filename: string;
  /** Bytes */
  sizeBytes: number;
  ipAddress: string;
  downloadedAt: Instant;
}

/**
 * Records downloads from before Waybill, and counts each on its day. Takes nothing from allowances: these were already reduced
 * when the orders were created. Returns the row numbers, in order.
 */
export async function insertHistory(tx: Tx, downloads: FormerDownload[]): Promise<number[]> {
  if (downloads.length === 0) return [];
  const rows = downloads.map((download) => ({ ...download, userAgent: "", lacksFirstPart: 0, fileVersion: 1 }));
  const ids = await insertDownloads(tx, { rows: JSON.stringify(rows) });
  await countDownloads(
    tx,
    downloads.map(({ accountId, productId, sizeBytes, downloadedAt }) => ({
      ...{ accountId, productId, sizeBytes },
      at: downloadedAt,
    })),
  );
  return ids;
}
