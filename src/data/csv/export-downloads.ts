import { downloadsOf, type RecordedDownload, recordedDownloads } from "../../delivery/downloads/queries.ts";
import { inWindows } from "../../platform/database/batches.ts";
import { dayStart } from "../../platform/days.ts";
import { writeInstant } from "../../platform/instants.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";

export interface DownloadFilter {
  /** UTC days, both included. */
  from?: number | undefined;
  to?: number | undefined;
}

/** Oldest first. */
export async function* downloadRows(scope: ExportScope, filter: DownloadFilter): AsyncGenerator<Cell[][]> {
  const batches = inWindows<{ id: number }, { id: number }>(
    ({ last, limit }) =>
      downloadIds(scope)
        .where("id", ">", last?.id ?? 0)
        .orderBy("id")
        .limit(limit)
        .execute(),
    (window) => wantedIds(scope, filter, window),
  );
  for await (const rows of batches) {
    const ids = rows.map(({ id }) => id);
    const downloads = await recordedDownloads(scope.reader, scope.account.id, ids);
    yield downloads.map(downloadCells);
  }
}

function downloadIds({ reader, account }: ExportScope) {
  return downloadsOf(reader, account.id).select("id");
}

function wantedIds(scope: ExportScope, { from, to }: DownloadFilter, window: { id: number }[]) {
  const ids = window.map(({ id }) => id);
  let found = downloadIds(scope).where("id", "in", ids).orderBy("id");
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
