import { fileOfPermalink, linkedFileColumns } from "../catalog/linked-file.ts";
import type { ProductFile } from "../catalog/products.ts";
import type { Reader } from "../database/database.ts";
import { preparedLookup } from "../database/lookups.ts";
import type { Instant } from "../instants.ts";
import { liveOrderedItems } from "../orders/live.ts";

/** A file that a link delivers, with its product, and the order item unless the link is a permalink. */
export interface FileLink {
  accountId: number;
  productId: number;
  file: ProductFile;
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
  const row = await fileOfItem(reader, { account_id: accountId, guid: itemGuid, file_id: fileId });
  return row ? orderedLink(accountId, row) : null;
}

/** The file of an order item that has exactly one; null for any other number, and for an unknown item. */
export async function onlyOrderedFileLink(
  reader: Reader,
  accountId: number,
  itemGuid: string,
): Promise<FileLink | null> {
  const row = await onlyFileOfItem(reader, { account_id: accountId, guid: itemGuid });
  return row ? orderedLink(accountId, row) : null;
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
  const { productId, ...file } = row;
  return { accountId, productId, file, ordered: null };
}

interface OrderedRow extends ProductFile {
  productId: number;
  orderId: number;
  itemId: number;
  expiresAt: Instant | null;
}

function orderedLink(accountId: number, { productId, orderId, itemId, expiresAt, ...file }: OrderedRow): FileLink {
  return { accountId, productId, file, ordered: { orderId, itemId, expiresAt } };
}

const fileOfItem = preparedLookup<{ account_id: "integer"; guid: "text"; file_id: "integer" }, OrderedRow>(
  { account_id: "integer", guid: "text", file_id: "integer" },
  (db, wanted) =>
    filesOfItems(db)
      .innerJoin(wanted, (join) =>
        join
          .onRef("wanted.guid", "=", "item.guid")
          .onRef("wanted.account_id", "=", "order.account_id")
          .onRef("wanted.file_id", "=", "attached.file_id"),
      )
      .select("wanted.position"),
);

/** Crosses domains: whether the file is the only one is a condition of the same query. */
const onlyFileOfItem = preparedLookup<{ account_id: "integer"; guid: "text" }, OrderedRow>(
  { account_id: "integer", guid: "text" },
  (db, wanted) =>
    filesOfItems(db)
      .innerJoin(wanted, (join) =>
        join.onRef("wanted.guid", "=", "item.guid").onRef("wanted.account_id", "=", "order.account_id"),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("product_files as other")
              .select("other.file_id")
              .whereRef("other.product_id", "=", "item.product_id")
              .whereRef("other.file_id", "<>", "attached.file_id"),
          ),
        ),
      )
      .select("wanted.position"),
);

/** Crosses domains: one query finds all that a download needs to know. */
const filesOfItems = (db: Reader) =>
  liveOrderedItems(db)
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["item.id as itemId", "item.product_id as productId", "order.id as orderId"])
    .select(["order.expires_at as expiresAt", ...linkedFileColumns]);
