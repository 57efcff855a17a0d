import { setTimeout } from "node:timers/promises";
import { type Expression, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { preparedLookup } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { RowOf } from "../../platform/database/row-set.ts";
import type { DownloadsTable, Schema } from "../../platform/database/schema.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { FileLink } from "./link.ts";
import { newestOfClient, newestOfOrder } from "./newest-downloads.ts";
import { type DownloadClient, recordedAgent } from "./record.ts";

// Browsers of some phones request a file, hang up after the headers, and let a download manager request it again. The
// second request belongs to the download that was counted for the first (docs/reference/delivery.md, What counts).

/** For this many milliseconds after a counted download, a request for the same file may belong to it. */
const repeatWindow = 60_000;

/** A response that breaks off within this many milliseconds may come from a client that asks again. */
const hangsUpWithin = 2_000;

/** Maximum time, in milliseconds, until the end of a response is in the database, unless the service is very busy. */
const writtenAfter = 3_000;

/** A file of up to this size fits into the system's buffers, so nobody knows whether it arrived. */
const buffered = 1024 ** 2;

/** Maximum number of downloads to check, newest first. A client can have many downloads of an order without a limit. */
const lookedAt = 8;

/**
 * Maximum number of downloads among which they are searched: the newest of the order or, for a permalink, of the client. All
 * customers of a store whose server fetches the files for them have one address, so a search by the address alone would be long.
 */
const newestSearched = 64;

/** Milliseconds between two checks of how a response ended. */
const pause = 200;

/** Maximum number of waiting requests of one store on this server. Beyond that, requests are answered at once. */
const mostWaiting = 8;

/** Waiting requests, by the account's row number. */
const waitingOf = new Map<number, number>();

/** Whether the response of a counted download broke off so early that its client may ask again. `took` is in milliseconds. */
export function isCutShort({ isWhole, isOver, sizeBytes, took }: EndedResponse): boolean {
  return isWhole && !isOver && (took <= hangsUpWithin || sizeBytes <= buffered);
}

interface EndedResponse {
  /** Whether the response was to send the whole file. */
  isWhole: boolean;
  isOver: boolean;
  sizeBytes: number;
  took: number;
}

/** A counted download that a request may belong to. `isOpen` is false until the end of its response is known. */
interface Repeatable {
  id: number;
  at: Instant;
  isOpen: boolean;
}

/** A request for a file from its first byte. */
interface RepeatedRequest {
  link: FileLink;
  client: DownloadClient;
  now: Instant;
}

/**
 * Whether a request may belong to a download counted for the same client; `takeRepeat` makes the final decision. With `waits`, it
 * waits up to three seconds if the response of that download may just have broken off.
 */
export async function mayRepeat(
  { read }: Pick<Database, "read">,
  request: RepeatedRequest,
  { waits, caller }: { waits: boolean; caller: AbortSignal },
): Promise<boolean> {
  // No download was counted that the request could belong to.
  if (request.link.ordered?.isUntouched) return false;
  const found = await repeatableOf(read, request);
  if (!found || found.isOpen) return found !== null;
  return waits && (await withPlace(request.link.accountId, () => opensSoon(read, request, found, caller)));
}

/** Whether the response of the download proves, in time, to have broken off. */
async function opensSoon(reader: Reader, request: RepeatedRequest, first: Repeatable, caller: AbortSignal) {
  const began = performance.now();
  for (let found: Repeatable | null = first; ; found = await repeatableOf(reader, request)) {
    if (!found || found.isOpen) return found !== null;
    const waited = performance.now() - began;
    const isKnown =
      request.link.file.sizeBytes > buffered && request.now + waited > found.at + hangsUpWithin + writtenAfter;
    if (isKnown || waited >= writtenAfter || caller.aborted) return false;
    await setTimeout(pause);
  }
}

/** False at once if too many requests of the account are waiting. */
async function withPlace(accountId: number, wait: () => Promise<boolean>): Promise<boolean> {
  const waiting = waitingOf.get(accountId) ?? 0;
  if (waiting >= mostWaiting) return false;
  waitingOf.set(accountId, waiting + 1);
  try {
    return await wait();
  } finally {
    const left = (waitingOf.get(accountId) ?? 1) - 1;
    if (left > 0) waitingOf.set(accountId, left);
    else waitingOf.delete(accountId);
  }
}

/**
 * Makes the request part of the download that it repeats; no other request can then be. Undefined if there is no such download.
 */
export async function takeRepeat(tx: Tx, request: RepeatedRequest): Promise<{ id: number } | undefined> {
  const found = await repeatableOf(tx, request);
  return found?.isOpen ? (await noteRepeat(tx, { id: found.id }))[0] : undefined;
}

async function repeatableOf(reader: Reader, { link, client, now }: RepeatedRequest): Promise<Repeatable | null> {
  const { file, productId, ordered } = link;
  const key = {
    fileId: file.id,
    fileVersion: file.version,
    ipAddress: client.ipAddress,
    userAgent: recordedAgent(client),
    since: instant(now - repeatWindow),
  };
  const found = ordered
    ? await repeatableOfItem(reader, { ...key, orderId: ordered.orderId, itemId: ordered.itemId })
    : await repeatableOfPermalink(reader, { ...key, productId });
  return found && { id: found.id, at: found.at, isOpen: found.isOpen === 1 };
}

const keyColumns = {
  fileId: "integer",
  fileVersion: "integer",
  ipAddress: "text",
  userAgent: "text",
  since: "integer",
} as const;

const repeatableOfItem = preparedLookup({ ...keyColumns, orderId: "integer", itemId: "integer" }, (db, key) => {
  const newest = newestOfOrder(db, key.orderId, newestSearched);
  const recent = db.selectFrom(newest.as("newest")).where("order_item_id", "=", key.itemId);
  return repeatableAmong(db, recent.where("file_id", "=", key.fileId), key);
});

const repeatableOfPermalink = preparedLookup({ ...keyColumns, productId: "integer" }, (db, key) => {
  const newest = newestOfClient(db, key, newestSearched);
  const recent = db.selectFrom(newest.as("newest")).where("order_item_id", "is", null);
  return repeatableAmong(db, recent.where("product_id", "=", key.productId), key);
});

type Newest = Schema & { newest: Selectable<DownloadsTable> };

type RepeatKey = { [Name in keyof RowOf<typeof keyColumns>]: Expression<RowOf<typeof keyColumns>[Name]> };

/** The download, among these, that a request with this key may belong to. */
function repeatableAmong(db: Reader, downloads: SelectQueryBuilder<Newest, "newest", unknown>, key: RepeatKey) {
  const recent = downloads
    .select(["id", "downloaded_at as at", "size_bytes as sizeBytes", "user_agent as userAgent"])
    .where("ip_address", "=", key.ipAddress)
    .where("downloaded_at", ">", key.since as never)
    .where("file_version", "=", key.fileVersion)
    .limit(sql.lit(lookedAt));
  const small = sql<boolean>`recent."sizeBytes" <= ${sql.lit(buffered)}`;
  const isOver = sql<boolean>`recent.id <= (select run.last_id from sent_downloads as run
    where run.first_id <= recent.id order by run.first_id desc limit 1)`;
  return db
    .selectFrom(recent.as("recent"))
    .leftJoin("partial_downloads as partial", "partial.download_id", "recent.id")
    .select(["recent.id", "recent.at"])
    .select(sql<number>`case when partial.cut_short = 1 or (${small} and ${isOver}) then 1 else 0 end`.as("isOpen"))
    .where(sql<boolean>`coalesce(partial.repeated, 0) = 0`)
    .where(sql<boolean>`(not (${small}) or recent."userAgent" <> ${key.userAgent})`)
    .where(
      sql<boolean>`(partial.cut_short = 1 or (partial.download_id is null and (${small} or not coalesce(${isOver}, false))))`,
    )
    .orderBy("isOpen", "desc")
    .orderBy("recent.at")
    .limit(sql.lit(1));
}

const noteRepeat = prepared<{ id: number }, { id: number }>((db, { id }) =>
  db
    .insertInto("partial_downloads")
    .values({ download_id: id, sent_parts: "[]", broken_parts: "[]", repeated: sql.lit(1) })
    .onConflict((conflict) =>
      conflict
        .column("download_id")
        .doUpdateSet({ repeated: sql.lit(1) })
        .where("partial_downloads.repeated", "=", sql.lit(0)),
    )
    .returning("download_id as id"),
);
