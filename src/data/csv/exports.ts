import type { ActivityFilter } from "../../store/activity/activities.ts";
import { type Cell, writeRows } from "./csv-write.ts";
import { activityColumns, activityRows } from "./export-activity.ts";
import { type DownloadFilter, downloadColumns, downloadRows } from "./export-downloads.ts";
import { exportedKeyColumns, type KeyFilter, keyRows } from "./export-keys.ts";
import { exportedOrderColumns, type OrderExportFilter, orderRows } from "./export-orders.ts";
import { exportedProductColumns, productRows } from "./export-products.ts";
import type { ExportScope } from "./export-scope.ts";

/** A file in pieces. Only the rows of one query are in memory at a time. */
export type CsvPieces = AsyncGenerator<string, void>;

export const exportOrders = (scope: ExportScope, filter: OrderExportFilter): CsvPieces =>
  pieces(exportedOrderColumns, orderRows(scope, filter));

export const exportProducts = (scope: ExportScope): CsvPieces => pieces(exportedProductColumns, productRows(scope));

export const exportDownloads = (scope: ExportScope, filter: DownloadFilter): CsvPieces =>
  pieces(downloadColumns, downloadRows(scope, filter));

export const exportActivity = (scope: ExportScope, filter: ActivityFilter): CsvPieces =>
  pieces(activityColumns, activityRows(scope, filter));

export const exportKeys = (scope: ExportScope, filter: KeyFilter): CsvPieces =>
  pieces(exportedKeyColumns, keyRows(scope, filter));

async function* pieces(columns: readonly string[], batches: AsyncGenerator<Cell[][]>): CsvPieces {
  yield writeRows([[...columns]]);
  for await (const rows of batches) yield writeRows(rows);
}
