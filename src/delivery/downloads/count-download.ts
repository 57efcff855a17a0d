import { sql } from "kysely";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { lockProductRow } from "../catalog/product-lookup.ts";
import { lockOrderItem } from "../orders/allowance-rows.ts";
import { lockWaitingOrders } from "../orders/changing/first-download.ts";
import type { FileLink } from "./link.ts";
import { type DownloadClient, recordDownloads, usedUp } from "./record.ts";
import type { DownloadRecorder } from "./recorder.ts";
import { mayRepeat, takeRepeat } from "./second-requests.ts";

/** Later parts of a counted download are free for this long (docs/reference/delivery.md, What counts). */
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
  /** True if another server sends the bytes, so that their progress is unknown here. */
  isHandedOver: boolean;
  /** Aborted when the client goes away. */
  caller: AbortSignal;
}

/** The counted download that a transfer belongs to, and whether this transfer caused the count. */
export interface CountedDownload {
  id: number;
  isNew: boolean;
}

/**
 * Counts a download durably, before anything is sent (docs/reference/delivery.md, What counts). A transfer that `sendsBytes`
 * counts as one download, unless it belongs to a recently counted one: as a later part, as the first part of a download that
 * began with a later part, or as a second request after the client hung up. Resolves with the download of a transfer that sends
 * bytes. Throws `used_up` if the transfer is not free and no download is left, even if it sends nothing; otherwise as
 * `recordDownloads`.
 */
export async function settleDownload(
  { db, downloads }: { db: Database; downloads: DownloadRecorder },
  link: FileLink,
  { sendsBytes, part, isHandedOver, caller }: Transfer,
  client: DownloadClient,
  now: Instant,
): Promise<CountedDownload | null> {
  const isUsedUp = link.ordered?.isUsedUp ?? false;
  const free = () => countedRecently(db.read, link, client.ipAddress, now);
  const repeats = () =>
    part !== "later" && !isHandedOver && mayRepeat(db, { link, client, now }, { waits: isUsedUp, caller });
  if (!sendsBytes) {
    if (isUsedUp && !(part === "later" ? await free() : await repeats())) throw usedUp();
    return null;
  }
  const continued = part === "later" ? await free() : null;
  if (continued) return { ...continued, isNew: false };
  const lacking = isUsedUp && part === "first" && (await lackingFirstPart(db.read, link, client.ipAddress, now));
  const isRepeat = !lacking && (await repeats());
  // Refusals write nothing. The final decision whether a download is left is made where it is taken.
  if (isUsedUp && !lacking && !isRepeat) throw usedUp();
  if (part === "whole" && !isRepeat) {
    return { id: await downloads.record({ link, client, at: now }), isNew: true };
  }
  const taken = await db.write((tx) => takeUnlessFree(tx, { link, client, at: now, part, isRepeat }));
  if (taken.isNew) downloads.counted(link);
  return taken;
}

/** When a transfer at `now` counts. Never before its file was stamped, even if servers' clocks differ. */
export const countedAt = ({ stampedAt }: FileLink, now: Instant): Instant =>
  stampedAt !== undefined && stampedAt > now ? stampedAt : now;

/**
 * Whether a later part would not fit what this client already has, because the file was replaced or stamped again since its last
 * counted download. The client must then get the whole new version.
 */
export async function hasOtherVersion(reader: Reader, link: FileLink, ipAddress: string): Promise<boolean> {
  const { file, productId, ordered, stampedAt = null } = link;
  if (file.updatedAt === null && stampedAt === null) return false;
  const last = await reader
    .selectFrom("downloads")
    .select(["file_version as version", "downloaded_at as at"])
    .where("file_id", "=", file.id)
    .where("ip_address", "=", ipAddress)
    .where("product_id", "=", productId)
    .where("order_item_id", ordered ? "=" : "is", ordered?.itemId ?? null)
    .orderBy("downloaded_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return false;
  return last.version !== file.version || (stampedAt !== null && last.at < stampedAt);
}

interface TakenTransfer {
  link: FileLink;
  client: DownloadClient;
  at: Instant;
  part: TransferPart;
  /** Whether this may be a second request after the client hung up. */
  isRepeat: boolean;
}

/**
 * If a download manager requests several parts of one file at once, only the first request counts. If several clients repeat a
 * request, only one of them is free.
 */
async function takeUnlessFree(tx: Tx, { link, client, at, part, isRepeat }: TakenTransfer): Promise<CountedDownload> {
  await lockLink(tx, link);
  const lacksFirstPart = part === "later";
  const counted =
    (lacksFirstPart && (await countedRecently(tx, link, client.ipAddress, at))) ||
    (part === "first" && (await takeFreeFirstPart(tx, link, client.ipAddress, at))) ||
    (isRepeat && (await takeRepeat(tx, { link, client, now: at })));
  if (counted) return { ...counted, isNew: false };
  const [recorded] = await recordDownloads(tx, [{ link, client, at, lacksFirstPart }]);
  if (typeof recorded !== "number") throw recorded;
  return { id: recorded, isNew: true };
}

/** Makes other transfers of parts wait. */
async function lockLink(tx: Tx, { ordered, productId }: FileLink): Promise<void> {
  if (ordered) await lockWaitingOrders(tx, [ordered]);
  await (ordered ? lockOrderItem(tx, ordered.itemId) : lockProductRow(tx, productId));
}

/** The newest download to this IP address, if it was counted recently, so that a later part of it is free. */
async function countedRecently(
  reader: Reader,
  link: FileLink,
  ipAddress: string,
  now: Instant,
): Promise<{ id: number } | undefined> {
  const transfers = transfersTo(link, ipAddress, instant(now - resumeWindow));
  const { ordered } = link;
  const [found] = ordered
    ? await ofItem(reader, { ...transfers, itemId: ordered.itemId })
    : await ofPermalink(reader, transfers);
  return found;
}

/** A download that began with a later part and still lacks its first part. */
function lackingFirstPart(reader: Reader, link: FileLink, ipAddress: string, now: Instant) {
  return counted(reader, transfersTo(link, ipAddress, instant(now - firstPartWindow)))
    .where("order_item_id", link.ordered ? "=" : "is", link.ordered?.itemId ?? null)
    .where("lacks_first_part", "=", 1)
    .executeTakeFirst();
}

/** Returns each such download only once. */
async function takeFreeFirstPart(tx: Tx, link: FileLink, ipAddress: string, now: Instant) {
  const row = await lackingFirstPart(tx, link, ipAddress, now);
  if (row) await tx.updateTable("downloads").set({ lacks_first_part: 0 }).where("id", "=", row.id).execute();
  return row;
}

/** Transfers of one file of a product to an IP address, counted after `since`. */
type Transfers = { fileId: number; productId: number; ipAddress: string; since: Instant };

const transfersTo = ({ file, productId }: FileLink, ipAddress: string, since: Instant): Transfers => ({
  fileId: file.id,
  productId,
  ipAddress,
  since,
});

const counted = (reader: Reader, { fileId, productId, ipAddress, since }: Transfers) =>
  reader
    .selectFrom("downloads")
    .select("id")
    .where("file_id", "=", fileId)
    .where("ip_address", "=", ipAddress)
    .where("downloaded_at", ">", since)
    .where("product_id", "=", productId)
    .orderBy("downloaded_at", "desc")
    .limit(sql.lit(1));

const ofItem = prepared<Transfers & { itemId: number }, { id: number }>((db, values) =>
  counted(db, values).where("order_item_id", "=", values.itemId),
);

const ofPermalink = prepared<Transfers, { id: number }>((db, values) =>
  counted(db, values).where("order_item_id", "is", null),
);
