import type { Selectable } from "kysely";
import type { Reader } from "../database/database.ts";
import type { FilesTable, OrderItemsTable, OrdersTable } from "../database/schema.ts";

/** A file that a link delivers, with its product, and the order item unless the link is a permalink. */
export interface FileLink {
  accountId: number;
  productId: number;
  file: Selectable<FilesTable>;
  /** Null for a permalink. */
  ordered: {
    order: Pick<Selectable<OrdersTable>, "id" | "expires_at" | "download_limit">;
    item: Pick<Selectable<OrderItemsTable>, "id" | "allowance_override">;
  } | null;
}

/** The file of an order item's link; null if there is no such link, or if it no longer works. */
export async function orderedFileLink(
  reader: Reader,
  accountId: number,
  itemGuid: string,
  fileId: number,
): Promise<FileLink | null> {
  const row = await reader
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .select(["item.id as item_id", "item.product_id", "item.allowance_override"])
    .select(["order.id as order_id", "order.expires_at", "order.download_limit"])
    .where("item.guid", "=", itemGuid)
    .where("item.removed_at", "is", null)
    .where("order.deleted_at", "is", null)
    .where("order.account_id", "=", accountId)
    .where("attached.file_id", "=", fileId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    accountId,
    productId: row.product_id,
    file: await file(reader, fileId),
    ordered: {
      order: { id: row.order_id, expires_at: row.expires_at, download_limit: row.download_limit },
      item: { id: row.item_id, allowance_override: row.allowance_override },
    },
  };
}

/** The file of a product's permalink; null if there is no such link. */
export async function permalinkFileLink(
  reader: Reader,
  accountId: number,
  productGuid: string,
  fileId: number,
): Promise<FileLink | null> {
  const product = await reader
    .selectFrom("products as product")
    .innerJoin("product_files as attached", "attached.product_id", "product.id")
    .select("product.id")
    .where("product.guid", "=", productGuid)
    .where("product.account_id", "=", accountId)
    .where("product.deleted_at", "is", null)
    .where("product.permalink_disabled_at", "is", null)
    .where("attached.file_id", "=", fileId)
    .executeTakeFirst();
  if (!product) return null;
  return { accountId, productId: product.id, file: await file(reader, fileId), ordered: null };
}

function file(reader: Reader, fileId: number) {
  return reader.selectFrom("files").selectAll().where("id", "=", fileId).executeTakeFirstOrThrow();
}
