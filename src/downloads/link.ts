import type { Selectable } from "kysely";
import type { Reader } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import type { FilesTable } from "../database/schema.ts";

const fileColumns = [
  "file.id",
  "file.filename",
  "file.size_bytes",
  "file.content_type",
  "file.sha256",
  "file.storage_key",
  "file.external_url",
  "file.created_at",
] as const;

type LinkedFile = Pick<
  Selectable<FilesTable>,
  "id" | "filename" | "size_bytes" | "content_type" | "sha256" | "storage_key" | "external_url" | "created_at"
>;

/** A file that a link delivers, with its product, and the order item unless the link is a permalink. */
export interface FileLink {
  accountId: number;
  productId: number;
  file: LinkedFile;
  /** Null for a permalink. `expiresAt` in milliseconds since 1970; null for never. */
  ordered: { orderId: number; itemId: number; expiresAt: number | null } | null;
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
  expires_at: number | null;
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

function filesOfItem(db: Reader, { accountId, itemGuid }: OfItem) {
  return db
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .innerJoin("products as product", "product.id", "item.product_id")
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["item.id as item_id", "item.product_id", "order.id as order_id", "order.expires_at", ...fileColumns])
    .where("item.guid", "=", itemGuid)
    .where("item.removed_at", "is", null)
    .where("order.account_id", "=", accountId)
    .where("order.deleted_at", "is", null)
    .where("product.deleted_at", "is", null);
}

const fileOfPermalink = prepared<
  { accountId: number; productGuid: string; fileId: number },
  LinkedFile & { product_id: number }
>((db, { accountId, productGuid, fileId }) =>
  db
    .selectFrom("products as product")
    .innerJoin("product_files as attached", "attached.product_id", "product.id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["product.id as product_id", ...fileColumns])
    .where("product.guid", "=", productGuid)
    .where("product.account_id", "=", accountId)
    .where("product.deleted_at", "is", null)
    .where("product.permalink_disabled_at", "is", null)
    .where("file.id", "=", fileId),
);
