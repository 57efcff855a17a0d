import { inBatches } from "../database/batches.ts";
import { dayStart } from "../days.ts";
import { type RecordedDownload, recordedDownloads } from "../downloads/search.ts";
import { writeInstant } from "../instants.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";

export interface DownloadFilter {
  /** UTC days, both included. */
  from?: number | undefined;
  to?: number | undefined;
}

/** Oldest first. */
export async function* downloadRows(scope: ExportScope, filter: DownloadFilter): AsyncGenerator<Cell[][]> {
  const batches = inBatches<{ id: number }>(({ last, limit }) => downloadsAfter(scope, filter, last?.id ?? 0, limit));
  for await (const rows of batches) {
    const ids = rows.map(({ id }) => id);
    const downloads = await recordedDownloads(scope.reader, scope.account.id, ids);
    yield downloads.map(downloadCells);
  }
}

function downloadsAfter(
  { reader, account }: ExportScope,
  { from, to }: DownloadFilter,
  afterId: number,
  limit: number,
) {
  let found = reader
    .selectFrom("downloads")
    .select("id")
    .where("account_id", "=", account.id)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit);
  if (from !== undefined) found = found.where("downloaded_at", ">=", dayStart(from));
  if (to !== undefined) found = found.where("downloaded_at", "<", dayStart(to + 1));
  return found.execute();
}

export const downloadColumns = [
  "id",
  "product_sku",
  "order_id",
  "order_item_id",
  "filename",
  "size_bytes",
  "ip_address",
  "user_agent",
  "downloaded_at",
] as const;

function downloadCells(download: RecordedDownload): Cell[] {
  const cells: Record<(typeof downloadColumns)[number], Cell> = {
    id: download.id,
    product_sku: download.sku,
    order_id: download.orderId,
    order_item_id: download.orderItemId,
    filename: download.filename,
    size_bytes: download.sizeBytes,
    ip_address: download.ipAddress,
    user_agent: download.userAgent,
    downloaded_at: writeInstant(download.downloadedAt),
  };
  return downloadColumns.map((column) => cells[column]);
}
