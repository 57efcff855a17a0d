import type { Reader } from "../../platform/database/database.ts";
import { preparedLookup } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { fileOfPermalink, linkedFileColumns } from "../catalog/files.ts";
import { filesUntil, isAddedAfter } from "../catalog/files-until.ts";
import { filesOfProduct, type ProductFile } from "../catalog/queries.ts";
import { allowanceOf, type ItemLimits, itemLimitColumns, remainingOf } from "../orders/download-allowance.ts";
import { hoursWhileWaiting } from "../orders/expiration.ts";
import { liveOrderedItems } from "../orders/live-rows.ts";
import { type LinkStopReason, linkStopOf } from "../orders/stop-reasons.ts";

/**
 * A file that a link delivers, with its product, and the order item unless it is a permalink. `allowance` is the number of times
 * the file can be downloaded; null for unlimited.
 */
export interface FileLink {
  accountId: number;
  /** The account's. */
  webhookEvents: string;
  productId: number;
  /** Whether the product's files carry the stamp of their order. */
  isStamped: boolean;
  /** When `file` was stamped, if it is the order's own copy. */
  stampedAt?: Instant;
  file: ProductFile;
  /**
   * Null for a permalink. `expiresAt` is null for never; `stop` is null unless the order is on hold, or it or the item is
   * revoked. `isUsedUp` and `waits` are from the time of the lookup. `waits` means that the order's expiration begins with its
   * first counted download.
   */
  ordered: {
    orderId: number;
    itemId: number;
    expiresAt: Instant | null;
    /** When a gift is delivered; null for at once. */
    deliverAt: Instant | null;
    waits: boolean;
    stop: LinkStopReason | null;
    allowance: number | null;
    isUsedUp: boolean;
    /** Whether no download was used when the link was looked up. */
    isUntouched: boolean;
    /** Whether the order is a test, which statistics leave out. */
    isTest: boolean;
    /**
     * A program gets an update with the item's license key. This is counted, takes no download, and works after the links have
     * expired.
     */
    isUpdate?: true;
  } | null;
}

type LinkAccount = Pick<Account, "id" | "webhookEvents">;

/** The file of an order item's link; null if the link does not exist or no longer works. */
export async function orderedFileLink(
  reader: Reader,
  account: LinkAccount,
  itemGuid: string,
  fileId: number,
): Promise<FileLink | null> {
  return linkOfRow(reader, account, await fileOfItem(reader, { guid: itemGuid, fileId }));
}

/** The file of an order item that has exactly one file; null otherwise, and for an unknown item. */
export async function onlyOrderedFileLink(
  reader: Reader,
  account: LinkAccount,
  itemGuid: string,
): Promise<FileLink | null> {
  return linkOfRow(reader, account, await onlyFileOfItem(reader, { guid: itemGuid }));
}

/**
 * A file of an order item (row number) for a program with one of the item's license keys. Has no download limit, and also works
 * after the order's links have expired. Null if the item's product does not have the file.
 */
export async function updateFileLink(
  reader: Reader,
  account: LinkAccount,
  itemId: number,
  fileId: number,
): Promise<FileLink | null> {
  const [row] = await fileOfItemId(reader, { itemId, fileId });
  const link = await linkOfRow(reader, account, row ?? null);
  if (!link?.ordered) return null;
  const unlimited = { expiresAt: null, waits: false, allowance: null, isUsedUp: false, isUpdate: true } as const;
  return { ...link, ordered: { ...link.ordered, ...unlimited } };
}

const fileOfItemId = prepared<{ itemId: number; fileId: number }, OrderedRow>((db, { itemId, fileId }) =>
  filesOfItems(db).where("item.id", "=", itemId).where("attached.file_id", "=", fileId),
);

/** A stored file of an order, with its item. */
export interface OrderFileLink extends FileLink {
  itemGuid: string;
  productName: string;
}

/**
 * Up to `limit` stored files of an order from `offset` on, in the order of its page. Leaves out external links and revoked items.
 * `isDated`: an item's updates may have ended; files that it does not get are then left out before counting.
 */
export async function orderFileLinks(
  reader: Reader,
  account: LinkAccount,
  { orderGuid, offset, limit, isDated }: { orderGuid: string; offset: number; limit: number; isDated: boolean },
): Promise<OrderFileLink[]> {
  const links: OrderFileLink[] = [];
  for (let next = isDated ? 0 : offset; ; next += limit) {
    const rows = await storedFilesOfOrder(reader, { orderGuid, offset: next, limit });
    for (const { itemGuid, productName, ...row } of await withVersions(reader, rows)) {
      const link = orderedLink(account, row);
      if (link) links.push({ ...link, itemGuid, productName });
    }
    if (!isDated) return links;
    if (rows.length < limit || links.length >= offset + limit) return links.slice(offset, offset + limit);
  }
}

/** The file of a product's permalink; null if there is no such link. */
export async function permalinkFileLink(
  reader: Reader,
  account: LinkAccount,
  productGuid: string,
  fileId: number,
): Promise<FileLink | null> {
  const [row] = await fileOfPermalink(reader, { accountId: account.id, productGuid, fileId });
  if (!row) return null;
  const { productId, ...file } = row;
  const { id: accountId, webhookEvents } = account;
  return { accountId, webhookEvents, productId, isStamped: false, file, ordered: null };
}

interface OrderedRow extends ProductFile, ItemLimits {
  accountId: number;
  productId: number;
  storedStamp: string | null;
  updatesUntil: Instant | null;
  orderId: number;
  itemId: number;
  expiresAt: Instant | null;
  deliverAt: Instant | null;
  hoursFromFirstDownload: number | null;
  test: number;
  heldAt: Instant | null;
  revokedAt: Instant | null;
  itemRevokedAt: Instant | null;
  downloadLimit: number | null;
  taken: number | null;
}

async function linkOfRow(reader: Reader, account: LinkAccount, row: OrderedRow | null): Promise<FileLink | null> {
  const [found = null] = row ? await withVersions(reader, [row]) : [];
  return orderedLink(account, found);
}

/** The rows, each with the version of its file that its item gets. Leaves out files that the item no longer gets. */
async function withVersions<Row extends OrderedRow>(reader: Reader, rows: Row[]): Promise<Row[]> {
  const isLate = (row: Row) => row.updatesUntil !== null && isAddedAfter(row, row.updatesUntil);
  const filesByItem = new Map<number, Map<number, ProductFile>>();
  for (const { itemId, productId, updatesUntil: until, storedStamp } of rows.filter(isLate)) {
    if (filesByItem.has(itemId)) continue;
    const files = await filesUntil(reader, await filesOfProduct(reader, productId), { until, storedStamp });
    filesByItem.set(itemId, new Map(files.map((file) => [file.id, file])));
  }
  return rows.flatMap((row) => {
    if (!isLate(row)) return [row];
    const file = filesByItem.get(row.itemId)?.get(row.id);
    return file ? [{ ...row, ...file }] : [];
  });
}

/** Null if the account has no such link. */
function orderedLink({ id, webhookEvents }: LinkAccount, row: OrderedRow | null): FileLink | null {
  if (row?.accountId !== id) return null;
  const {
    accountId,
    productId,
    storedStamp,
    orderId,
    itemId,
    expiresAt,
    heldAt,
    revokedAt,
    itemRevokedAt,
    deliverAt,
    updatesUntil,
    ...rest
  } = row;
  const { allowanceOverride, productDownloadLimit, largeFileBytes, largeFileDownloadLimit, ...more } = rest;
  const { largeFileAllowanceOverride, downloadLimit, hoursFromFirstDownload, taken, test, ...file } = more;
  const allowance = allowanceOf(row, { downloadLimit }, file.sizeBytes);
  const isUsedUp = remainingOf(allowance, taken ?? 0) === 0;
  const stop = linkStopOf({ heldAt, revokedAt, itemRevokedAt });
  const waits = hoursWhileWaiting({ expiresAt, hoursFromFirstDownload }) !== null;
  const isUntouched = (taken ?? 0) === 0;
  const ordered = {
    orderId,
    itemId,
    expiresAt,
    deliverAt,
    waits,
    stop,
    allowance,
    isUsedUp,
    isUntouched,
    isTest: test === 1,
  };
  return { accountId, webhookEvents, productId, isStamped: storedStamp !== null, file, ordered };
}

const fileOfItem = preparedLookup({ guid: "text", fileId: "integer" }, (db, { guid, fileId }) =>
  filesOfItems(db).where("item.guid", "=", guid).where("attached.file_id", "=", fileId),
);

/** Crosses domains: the query itself checks that the file is the only one. */
const onlyFileOfItem = preparedLookup({ guid: "text" }, (db, { guid }) =>
  filesOfItems(db)
    .where("item.guid", "=", guid)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("product_files as other")
            .select("other.file_id")
            .whereRef("other.product_id", "=", "item.product_id")
            .whereRef("other.file_id", "<>", "attached.file_id"),
        ),
      ),
    ),
);

const storedFilesOfOrder = prepared<
  { orderGuid: string; offset: number; limit: number },
  OrderedRow & { itemGuid: string; productName: string }
>((db, { orderGuid, offset, limit }) =>
  filesOfItems(db)
    .select(["item.guid as itemGuid", "product.name as productName"])
    .where("order.guid", "=", orderGuid)
    .where("file.storage_key", "is not", null)
    .where("item.revoked_at", "is", null)
    .orderBy("item.id")
    .orderBy("attached.position")
    .limit(limit)
    .offset(offset),
);

/** Crosses domains: one query finds everything that a download needs. */
const filesOfItems = (db: Reader) =>
  liveOrderedItems(db)
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .leftJoin("allowances as allowance", (join) =>
      join.onRef("allowance.order_item_id", "=", "item.id").onRef("allowance.file_id", "=", "attached.file_id"),
    )
    .select([
      "order.account_id as accountId",
      "item.id as itemId",
      "item.product_id as productId",
      "product.stamp as storedStamp",
      "item.updates_until as updatesUntil",
      "order.id as orderId",
    ])
    .select(itemLimitColumns)
    .select(["order.download_limit as downloadLimit", "allowance.taken"])
    .select(["order.expires_at as expiresAt", "order.first_download_hours as hoursFromFirstDownload"])
    .select(["order.held_at as heldAt", "order.revoked_at as revokedAt", "item.revoked_at as itemRevokedAt"])
    .select(["order.test", "order.deliver_at as deliverAt"])
    .select(linkedFileColumns);
