import { type NewEvent, recordEvents, wants } from "../../messages/webhooks/record-events.ts";
import type { Tx } from "../../platform/database/database.ts";
import { preparedInsert } from "../../platform/database/prepared.ts";
import { rowSet, type SetColumn } from "../../platform/database/row-set.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import { countDownloads } from "../../store/statistics/count.ts";
import { type Allowance, addTaken, allowanceKey, lockedAllowances } from "../orders/allowance-rows.ts";
import { type StartedExpiration, startExpirations } from "../orders/changing/first-download.ts";
import { remainingOf } from "../orders/download-allowance.ts";
import { hoursAfter, hoursWhileWaiting, isExpired } from "../orders/expiration.ts";
import { linkStopOf, linkStopped } from "../orders/stop-reasons.ts";
import type { FileLink } from "./link.ts";

/** The downloading client, as far as known. */
export interface DownloadClient {
  ipAddress: string;
  userAgent: string;
}

/** A download requested by a client. */
export interface RequestedDownload {
  link: FileLink;
  client: DownloadClient;
  at: Instant;
  /** True if the download is counted for a later part of the file. */
  lacksFirstPart?: boolean;
}

/**
 * Takes each download from its file's allowance, records it and counts it, all in the caller's transaction. However many requests
 * come, at once or in turn, only as many succeed as downloads are left. Resolves for each, in order, with the row number, or with
 * the error: `used_up` if no download was left; `on_hold`, `revoked` or `expired` for the order; `not_found` if the order item is
 * gone. If an order's expiration begins with its first download, that download sets the date.
 */
export async function recordDownloads(tx: Tx, requested: RequestedDownload[]): Promise<(DomainError | number)[]> {
  const allowances = await lockedAllowances(tx, requested);
  const refusals = requested.map((one) => take(allowances, one));
  const started = startedOrders(allowances, requested, refusals);
  const counted = [...allowances.values()].filter(({ countedNow }) => countedNow > 0);
  const taken = counted.filter(({ takenNow }) => takenNow > 0);
  const recorded = requested.filter((_, index) => refusals[index] === null);
  if (recorded.length === 0) return refusals.filter((refusal) => refusal !== null);
  if (counted.length > 0) {
    await addTaken(tx, counted);
    if (started.length > 0) await startExpirations(tx, started);
    await noteChangedOrders(tx, [...ordersUsingUp(requested, taken), ...started.map(({ orderId }) => orderId)]);
  }
  const ids = await insertDownloads(tx, { rows: JSON.stringify(recorded.map(rowOf)) });
  const { webhookEvents } = (recorded[0] as RequestedDownload).link;
  if (webhookEvents !== "") await recordDownloadEvents(tx, { webhookEvents }, recorded.map(countedAs(ids)), taken);
  await countDownloads(
    tx,
    recorded
      .filter(({ link }) => !link.ordered?.isTest)
      .map(({ link, at }) => ({ ...link, sizeBytes: link.file.sizeBytes, at })),
  );
  let next = 0;
  return refusals.map((refusal) => refusal ?? (ids[next++] as number));
}

/** Orders in which these downloads used up a file. */
function ordersUsingUp(requested: RequestedDownload[], taken: Allowance[]): number[] {
  const last = taken.filter((one) => remainingOf(one.allowed, one.taken + one.takenNow) === 0);
  if (last.length === 0) return [];
  const items = new Set(last.map(({ itemId }) => itemId));
  const ordered = requested.flatMap(({ link }) => link.ordered ?? []);
  return [...new Set(ordered.filter(({ itemId }) => items.has(itemId)).map(({ orderId }) => orderId))];
}

/** Orders that these downloads start, with their new expiration dates. */
function startedOrders(
  allowances: Map<string, Allowance>,
  requested: RequestedDownload[],
  refusals: (DomainError | null)[],
): StartedExpiration[] {
  const started = new Map<number, StartedExpiration>();
  for (const [index, { link, at }] of requested.entries()) {
    if (!link.ordered || link.ordered.isUpdate || refusals[index] !== null) continue;
    const allowance = allowances.get(allowanceKey(link.ordered.itemId, link.file.id));
    const hours = allowance ? hoursWhileWaiting(allowance) : null;
    if (hours === null || started.has(link.ordered.orderId)) continue;
    started.set(link.ordered.orderId, { orderId: link.ordered.orderId, expiresAt: hoursAfter(at, hours) });
  }
  return [...started.values()];
}

/**
 * Takes one download if any is left; otherwise returns why not. A permalink has no limit. An update is counted, but takes no
 * download and works after the order's links have ended.
 */
function take(allowances: Map<string, Allowance>, { link, at }: RequestedDownload): DomainError | null {
  if (!link.ordered) return null;
  const allowance = allowances.get(allowanceKey(link.ordered.itemId, link.file.id));
  if (!allowance) return new DomainError("not_found", "This download link does not exist.");
  const stop = linkStopOf(allowance);
  if (stop !== null) return linkStopped(stop);
  if (!link.ordered.isUpdate) {
    if (isExpired(allowance.expiresAt, at)) return expired();
    if (remainingOf(allowance.allowed, allowance.taken + allowance.takenNow) === 0) return usedUp();
    allowance.takenNow += 1;
  }
  allowance.countedNow += 1;
  return null;
}

export const expired = () => new DomainError("expired", "This download link has expired.");
export const usedUp = () => new DomainError("used_up", "This download link has been used up.");

/** The columns of a recorded download, each with the field that fills it. */
const recordedColumns = {
  account_id: ["accountId", "integer"],
  product_id: ["productId", "integer"],
  order_id: ["orderId", "integer"],
  order_item_id: ["orderItemId", "integer"],
  file_id: ["fileId", "integer"],
  filename: "text",
  size_bytes: ["sizeBytes", "integer"],
  ip_address: ["ipAddress", "text"],
  user_agent: ["userAgent", "text"],
  downloaded_at: ["downloadedAt", "integer"],
  lacks_first_part: ["lacksFirstPart", "integer"],
  file_version: ["fileVersion", "integer"],
} as const satisfies Record<string, SetColumn<keyof ReturnType<typeof rowOf>>>;

export const insertDownloads = preparedInsert<{ rows: string }, "downloads">((db, { rows }) => {
  const columns = Object.keys(recordedColumns) as (keyof typeof recordedColumns)[];
  const recorded = rowSet(db, "recorded", recordedColumns, rows);
  return db
    .insertInto("downloads")
    .columns(columns)
    .expression((eb) => eb.selectFrom(recorded).select(columns.map((column) => `recorded.${column}` as const)));
});

const countedAs =
  (ids: number[]) =>
  ({ link, at }: RequestedDownload, index: number): NewDownload => ({
    id: ids[index] as number,
    accountId: link.accountId,
    orderId: link.ordered?.orderId ?? null,
    itemId: link.ordered?.itemId ?? null,
    fileId: link.file.id,
    at,
  });

/** Header values are Latin-1, so cutting them leaves no half character, which PostgreSQL would reject in JSON. */
export const recordedAgent = ({ userAgent }: Pick<DownloadClient, "userAgent">): string => userAgent.slice(0, 500);

function rowOf({ link, client, at, lacksFirstPart = false }: RequestedDownload) {
  return {
    accountId: link.accountId,
    productId: link.productId,
    orderId: link.ordered?.orderId ?? null,
    orderItemId: link.ordered?.itemId ?? null,
    fileId: link.file.id,
    filename: link.file.filename,
    sizeBytes: link.file.sizeBytes,
    ipAddress: client.ipAddress,
    userAgent: recordedAgent(client),
    downloadedAt: at,
    lacksFirstPart: lacksFirstPart ? 1 : 0,
    fileVersion: link.file.version,
  };
}

/** A download that was just recorded. */
interface NewDownload {
  id: number;
  accountId: number;
  orderId: number | null;
  itemId: number | null;
  fileId: number;
  at: Instant;
}

/** Tells the store's webhook endpoints about downloads of one account, and about allowances (`taken`) that these have used up. */
async function recordDownloadEvents(
  tx: Tx,
  account: { webhookEvents: string },
  downloads: NewDownload[],
  taken: Allowance[],
): Promise<void> {
  const events: NewEvent[] = wants(account, "download.counted")
    ? downloads.map((one) => eventOf(one, "download.counted"))
    : [];
  if (wants(account, "download.limit_reached")) {
    const newest = new Map<string, NewDownload>();
    for (const one of downloads) if (one.itemId !== null) newest.set(allowanceKey(one.itemId, one.fileId), one);
    for (const allowance of taken) {
      if (remainingOf(allowance.allowed, allowance.taken + allowance.takenNow) !== 0) continue;
      const last = newest.get(allowanceKey(allowance.itemId, allowance.fileId));
      if (last) events.push(eventOf(last, "download.limit_reached"));
    }
  }
  await recordEvents(tx, events);
}

const eventOf = ({ id, accountId, orderId, at }: NewDownload, kind: NewEvent["kind"]): NewEvent => ({
  accountId,
  kind,
  orderId,
  subjectId: id,
  at,
});
