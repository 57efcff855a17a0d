import { fileOfPermalink, type LinkedFile, linkedFileColumns } from "../catalog/linked-file.ts";
import type { Reader } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import type { Instant } from "../instants.ts";
import { liveOrderedItems } from "../orders/live.ts";

/** A file that a link delivers, with its product, and the order item unless the link is a permalink. */
export interface FileLink {
  accountId: number;
  productId: number;
  file: LinkedFile;
  /** Null for a permalink. `expiresAt` is null for never. */
  ordered: { orderId: number; itemId: number; expiresAt: Instant | null } | null;
}

/** The file of an order item's link; null if there is no such link, or if it no longer works. */
export async function orderedFileLink(
  reader: Reader,
  accountId: number,
  itemGuid: string,
  fileId: number,
): Promise<FileLink | null> {
  const [row] = await fileOfItem(reader, { accountId, itemGuid, fileId });
  return row ? orderedLink(accountId, row) : null;
}

/** The file of an order item that has exactly one; null for any other number, and for an unknown item. */
export async function onlyOrderedFileLink(
  reader: Reader,
  accountId: number,
  itemGuid: string,
): Promise<FileLink | null> {
  const [row, another] = await someFilesOfItem(reader, { accountId, itemGuid });
  return row && !another ? orderedLink(accountId, row) : null;
}

/** The file of a product's permalink; null if there is no such link. */
export async function permalinkFileLink(
  reader: Reader,
  accountId: number,
  productGuid: string,
  fileId: number,
): Promise<FileLink | null> {
  const [row] = await fileOfPermalink(reader, { accountId, productGuid, fileId });
  if (!row) return null;
  const { product_id, ...file } = row;
  return { accountId, productId: product_id, file, ordered: null };
}

interface OrderedRow extends LinkedFile {
  product_id: number;
  order_id: number;
  item_id: number;
  expires_at: Instant | null;
}

function orderedLink(accountId: number, { product_id, order_id, item_id, expires_at, ...file }: OrderedRow): FileLink {
  const ordered = { orderId: order_id, itemId: item_id, expiresAt: expires_at };
  return { accountId, productId: product_id, file, ordered };
}

type OfItem = { accountId: number; itemGuid: string };

const fileOfItem = prepared<OfItem & { fileId: number }, OrderedRow>((db, values) =>
  filesOfItem(db, values).where("file.id", "=", values.fileId),
);

const someFilesOfItem = prepared<OfItem, OrderedRow>((db, values) => filesOfItem(db, values).limit(2));

/** Crosses domains: one query finds all that a download needs to know. */
function filesOfItem(db: Reader, { accountId, itemGuid }: OfItem) {
  return liveOrderedItems(db)
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["item.id as item_id", "item.product_id", "order.id as order_id", "order.expires_at", ...linkedFileColumns])
    .where("item.guid", "=", itemGuid)
    .where("order.account_id", "=", accountId);
}
