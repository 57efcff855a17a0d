import type { Reader } from "../../platform/database/database.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { dayStart } from "../../platform/days.ts";
import { countedDownloads } from "../../store/statistics/product-counts.ts";
import { fileIdsOf } from "../catalog/files.ts";
import { type RecordedDownload, recordedDownloads } from "./queries.ts";

/** Criteria for an account's downloads. All present criteria must match. */
export interface DownloadSearch {
  /** An order of the account, or one item of it (row numbers). */
  order?: { id: number; itemId?: number } | undefined;
  /** Row numbers of orders of the account. */
  orderIds?: number[] | undefined;
  /** Row numbers of the account's own products. */
  productIds?: number[] | undefined;
  /** The IP address as shown in lists. */
  ipAddress?: string | undefined;
  /** UTC days, inclusive. */
  from?: number | undefined;
  to?: number | undefined;
}

/**
 * One page of the downloads found, newest first, and the total. The page is found in an index before any join, and the
 * total uses daily counts, so both are fast with millions of rows.
 */
export async function searchDownloads(
  reader: Reader,
  accountId: number,
  search: DownloadSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ downloads: RecordedDownload[]; total: number }> {
  const ofDays = search.from !== undefined || search.to !== undefined;
  let page = found(reader, accountId, search).select("id").limit(limit).offset(offset);
  if (ofDays) page = page.orderBy("downloaded_at", "desc");
  const rows = await page.orderBy("id", "desc").execute();
  const downloads = await recordedDownloads(
    reader,
    accountId,
    rows.map(({ id }) => id),
  );
  return { downloads, total: await totalOf(reader, accountId, search) };
}

async function totalOf(reader: Reader, accountId: number, search: DownloadSearch): Promise<number> {
  const { order, orderIds, ipAddress, productIds, from, to } = search;
  if (!order && !orderIds && ipAddress === undefined) {
    return countedDownloads(reader, accountId, { productIds, from, to });
  }
  const { total } = await found(reader, accountId, search)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Every criterion except the days is about rows of one account, and has an index that begins with it. */
function found(reader: Reader, accountId: number, search: DownloadSearch) {
  const { order, orderIds, productIds, ipAddress, from, to } = search;
  let found = reader.selectFrom("downloads");
  if (order) found = found.where("order_id", "=", order.id);
  if (orderIds) found = found.where("order_id", "in", valueSet(reader, "integer", JSON.stringify(orderIds)));
  if (order?.itemId !== undefined) found = found.where("order_item_id", "=", order.itemId);
  if (productIds !== undefined) found = found.where("product_id", "in", productIds.length > 0 ? productIds : [0]);
  if (ipAddress !== undefined) {
    found = found.where("ip_address", "=", ipAddress).where("file_id", "in", fileIdsOf(reader, accountId));
  }
  const narrow = [order, orderIds, productIds, ipAddress].some((criterion) => criterion !== undefined);
  if (!narrow) found = found.where("account_id", "=", accountId);
  if (from !== undefined) found = found.where("downloaded_at", ">=", dayStart(from));
  if (to !== undefined) found = found.where("downloaded_at", "<", dayStart(to + 1));
  return found;
}
