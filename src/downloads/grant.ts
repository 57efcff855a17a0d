import type { Database, Reader, Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { dayMilliseconds } from "../days.ts";
import { DomainError } from "../errors.ts";
import { allowanceOf, remainingOf } from "../orders/download-allowance.ts";
import { isExpired } from "../orders/expiration.ts";
import type { FileLink } from "./link.ts";
import { type DownloadClient, recordDownload } from "./record.ts";

/** Later parts of a counted download are free for this long (docs/delivery.md, What counts). */
const resumeWindow = dayMilliseconds;

/** If a download was counted for a later part, its first part is free for this long. */
const firstPartWindow = 10 * 60_000;

/** The part of the file that a transfer requests: all of it, a range from the first byte, or a later range. */
export type TransferPart = "whole" | "first" | "later";

/** What the counting rules need to know about a transfer. */
export interface Transfer {
  /** False for responses without content, such as those to HEAD. */
  sendsBytes: boolean;
  part: TransferPart;
}

/**
 * Throws `expired` if links that expire at `expiresAt` have expired. Both in milliseconds since 1970; null for never.
 */
export function rejectExpired(expiresAt: number | null, now: number): void {
  if (isExpired(expiresAt, now)) throw new DomainError("expired", "This download link has expired.");
}

/**
 * Counts a download durably, before anything is sent (docs/delivery.md, What counts). A transfer that `sendsBytes`
 * counts as one download, unless it belongs to a recently counted one: as a later part, or as the first part of one
 * that began with a later part. Throws `used_up` if the transfer is not free and no download is left, even if it sends
 * nothing; otherwise as `takeDownload`.
 */
export async function settleDownload(
  db: Database,
  link: FileLink,
  { sendsBytes, part }: Transfer,
  client: DownloadClient,
  now: number,
): Promise<void> {
  if (part === "later" && (await countedRecently(db.read, link, client.ipAddress, now))) return;
  if (sendsBytes) {
    const take = part === "whole" ? takeDownload : takePart;
    await db.write((tx) => take(tx, link, client, now, part));
  } else if ((await downloadsLeft(db.read, link)) === 0) {
    throw usedUp();
  }
}

/**
 * Takes one download of the link's file from its allowance and records it, in one atomic step: of any number of
 * simultaneous callers, only as many succeed as there are downloads left. Throws `used_up` if none is left, `expired`
 * if the order has expired, and `not_found` if the link has been removed meanwhile.
 */
export async function takeDownload(
  tx: Tx,
  link: FileLink,
  client: DownloadClient,
  now: number,
  part: TransferPart = "whole",
): Promise<void> {
  if (link.ordered) await takeAllowance(tx, link, link.ordered.item.id, now);
  const { accountId, productId, file } = link;
  const orderId = link.ordered?.order.id ?? null;
  const orderItemId = link.ordered?.item.id ?? null;
  const lacksFirstPart = part === "later";
  await recordDownload(tx, { accountId, productId, orderId, orderItemId, file, client, lacksFirstPart }, now);
}

/** If a download manager requests several parts of one file at once, only the first request counts. */
async function takePart(
  tx: Tx,
  link: FileLink,
  client: DownloadClient,
  now: number,
  part: TransferPart,
): Promise<void> {
  await lockLink(tx, link);
  const free = part === "later" ? countedRecently : takeFreeFirstPart;
  if (await free(tx, link, client.ipAddress, now)) return;
  await takeDownload(tx, link, client, now, part);
}

/** Makes other transfers of parts wait. */
async function lockLink(tx: Tx, { ordered, productId }: FileLink): Promise<void> {
  const lock = ordered
    ? holdRows(tx, "order_items").where("id", "=", ordered.item.id)
    : holdRows(tx, "products").where("id", "=", productId);
  await lock.execute();
}

async function takeAllowance(tx: Tx, { file }: FileLink, orderItemId: number, now: number): Promise<void> {
  // The update locks the order item's row, so that its downloads left cannot change before the commit.
  const item = await tx
    .updateTable("order_items")
    .set(({ eb }) => ({ download_count: eb("download_count", "+", 1) }))
    .where("id", "=", orderItemId)
    .where("removed_at", "is", null)
    .returning(["order_id", "allowance_override"])
    .executeTakeFirst();
  if (!item) throw new DomainError("not_found", "This download link does not exist.");
  const order = await tx
    .selectFrom("orders")
    .select(["expires_at", "download_limit"])
    .where("id", "=", item.order_id)
    .executeTakeFirstOrThrow();
  rejectExpired(order.expires_at, now);

  const allowance = allowanceOf(item, order);
  const taken = await tx
    .insertInto("allowances")
    .values({ order_item_id: orderItemId, file_id: file.id, taken: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["order_item_id", "file_id"])
        .doUpdateSet(({ eb }) => ({ taken: eb("allowances.taken", "+", 1) })),
    )
    .returning("taken")
    .executeTakeFirstOrThrow();
  if (allowance !== null && taken.taken > allowance) {
    throw usedUp();
  }
}

/** Downloads left for the link; null if unlimited, as for a permalink. */
async function downloadsLeft(reader: Reader, { ordered, file }: FileLink): Promise<number | null> {
  if (!ordered) return null;
  const row = await reader
    .selectFrom("allowances")
    .select("taken")
    .where("order_item_id", "=", ordered.item.id)
    .where("file_id", "=", file.id)
    .executeTakeFirst();
  return remainingOf(allowanceOf(ordered.item, ordered.order), row?.taken ?? 0);
}

/** True if a transfer to this IP address was counted recently, so that a later part of it is free. */
async function countedRecently(reader: Reader, link: FileLink, ipAddress: string, now: number): Promise<boolean> {
  const row = await downloadsTo(reader, link, ipAddress, now - resumeWindow).executeTakeFirst();
  return row !== undefined;
}

/** Returns true once for a download that began with a later part and still lacks its first part. */
async function takeFreeFirstPart(tx: Tx, link: FileLink, ipAddress: string, now: number): Promise<boolean> {
  const row = await downloadsTo(tx, link, ipAddress, now - firstPartWindow)
    .where("lacks_first_part", "=", 1)
    .executeTakeFirst();
  if (!row) return false;
  await tx.updateTable("downloads").set({ lacks_first_part: 0 }).where("id", "=", row.id).execute();
  return true;
}

/** A download of the link's file to this IP address, counted after `since`. */
function downloadsTo(reader: Reader, link: FileLink, ipAddress: string, since: number) {
  return reader
    .selectFrom("downloads")
    .select("id")
    .where("file_id", "=", link.file.id)
    .where("ip_address", "=", ipAddress)
    .where("downloaded_at", ">", since)
    .where("product_id", "=", link.productId)
    .where("order_item_id", link.ordered ? "=" : "is", link.ordered?.item.id ?? null)
    .limit(1);
}

const usedUp = () => new DomainError("used_up", "This download link has been used up.");
