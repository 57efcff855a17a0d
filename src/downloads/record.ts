import type { Tx } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet } from "../database/row-set.ts";
import { DomainError } from "../errors.ts";
import type { Instant } from "../instants.ts";
import { type Allowance, addTaken, allowanceKey, heldAllowances } from "../orders/allowances.ts";
import { allowanceOf, remainingOf } from "../orders/download-allowance.ts";
import { isExpired } from "../orders/expiration.ts";
import { countDownloads } from "../statistics/count.ts";
import type { FileLink } from "./link.ts";

/** The client that downloads, as far as the service knows. */
export interface DownloadClient {
  ipAddress: string;
  userAgent: string;
}

/** A download that a client asks for. */
export interface RequestedDownload {
  link: FileLink;
  client: DownloadClient;
  at: Instant;
  /** True when it is counted for a later part of the file. */
  lacksFirstPart?: boolean;
}

/**
 * Takes each download from its file's allowance and records and counts it, all in the caller's transaction: of any
 * number of requests, at once or one after the other, only as many succeed as there are downloads left. Resolves with
 * null for each that was recorded, in their order, and otherwise with why it was not: `used_up` if none was left,
 * `expired` if the order has expired, `not_found` if the order item is gone.
 */
export async function recordDownloads(tx: Tx, requested: RequestedDownload[]): Promise<(DomainError | null)[]> {
  const allowances = await heldAllowances(tx, requested);
  const outcomes = requested.map((one) => take(allowances, one));
  const taken = [...allowances.values()].filter(({ takenNow }) => takenNow > 0);
  const recorded = requested.filter((_, index) => outcomes[index] === null);
  if (recorded.length === 0) return outcomes;
  if (taken.length > 0) await addTaken(tx, taken);
  await insertDownloads(tx, { rows: JSON.stringify(recorded.map(rowOf)) });
  await countDownloads(
    tx,
    recorded.map(({ link, at }) => ({ ...link, sizeBytes: link.file.sizeBytes, at })),
  );
  return outcomes;
}

/** Takes one download if one is left, and says why not otherwise. A permalink has no limit. */
function take(allowances: Map<string, Allowance>, { link, at }: RequestedDownload): DomainError | null {
  if (!link.ordered) return null;
  const allowance = allowances.get(allowanceKey(link.ordered.itemId, link.file.id));
  if (!allowance) return new DomainError("not_found", "This download link does not exist.");
  if (isExpired(allowance.expiresAt, at)) return expired();
  if (remainingOf(allowanceOf(allowance, allowance), allowance.taken + allowance.takenNow) === 0) return usedUp();
  allowance.takenNow += 1;
  return null;
}

export const expired = () => new DomainError("expired", "This download link has expired.");
export const usedUp = () => new DomainError("used_up", "This download link has been used up.");

const recordedColumns = {
  account_id: "integer",
  product_id: "integer",
  order_id: "integer",
  order_item_id: "integer",
  file_id: "integer",
  filename: "text",
  size_bytes: "integer",
  ip_address: "text",
  user_agent: "text",
  downloaded_at: "integer",
  lacks_first_part: "integer",
} as const;

type RecordedColumn = keyof typeof recordedColumns;

const insertDownloads = prepared<{ rows: string }, never>((db, { rows }) => {
  const columns = Object.keys(recordedColumns) as RecordedColumn[];
  const recorded = rowSet(db, "recorded", recordedColumns, rows);
  return db
    .insertInto("downloads")
    .columns(columns)
    .expression((eb) => eb.selectFrom(recorded).select(columns.map((column) => `recorded.${column}` as const)));
});

function rowOf({ link, client, at, lacksFirstPart = false }: RequestedDownload): Record<RecordedColumn, unknown> {
  return {
    account_id: link.accountId,
    product_id: link.productId,
    order_id: link.ordered?.orderId ?? null,
    order_item_id: link.ordered?.itemId ?? null,
    file_id: link.file.id,
    filename: link.file.filename,
    size_bytes: link.file.sizeBytes,
    ip_address: client.ipAddress,
    // PostgreSQL rejects half a character in JSON, and with it the downloads of others.
    user_agent: client.userAgent.slice(0, 500),
    downloaded_at: at,
    lacks_first_part: lacksFirstPart ? 1 : 0,
  };
}
