import { createHash } from "node:crypto";
import type { Reader } from "../../platform/database/database.ts";
import { preparedLookup } from "../../platform/database/lookups.ts";
import { stampLine, stampOf } from "../catalog/stamps.ts";
import { liveOrderedItems } from "../orders/live-rows.ts";
import { orderName } from "../orders/reading/customer-view.ts";
import type { Imprint } from "../stamps/stamp-file.ts";
import type { ItemFile } from "../stamps/stamped-files.ts";

/** Increase this when the same input produces different bytes. */
const edition = 1;

/** The stamp of an order's file, and whether the product's file can be stamped. */
export interface OrderStamp {
  imprint: Imprint;
  /** The digest of the imprint and the product's file. */
  digest: string;
  /** The SHA-256 of the product's file. */
  sha256: string;
  /** `ok`, or a problem; null if not checked yet. */
  check: string | null;
}

/** The current stamp of this file of an order; null if it has none now. */
export async function orderStamp(
  reader: Reader,
  { itemId, fileId }: Omit<ItemFile, "orderId">,
): Promise<OrderStamp | null> {
  const row = await stampedOrder(reader, { itemId, fileId });
  const stamp = row && stampOf(row);
  if (!row || !stamp) return null;
  const name = [row.firstName, row.lastName].filter((part) => part !== "").join(" ");
  const order = orderName(row);
  const { position, size } = stamp;
  const line = stampLine(stamp, { name, order, email: row.email });
  const language = row.language ?? row.accountLanguage ?? "en";
  const imprint: Imprint = { line, position, size, language, mark: order };
  const digest = createHash("sha256")
    .update(JSON.stringify([edition, row.sha256, imprint]))
    .digest("base64url");
  return { imprint, digest, sha256: row.sha256, check: row.check };
}

/** Crosses domains: one query finds everything that a stamp contains. */
const stampedOrder = preparedLookup({ itemId: "integer", fileId: "integer" }, (db, { itemId, fileId }) =>
  liveOrderedItems(db)
    .innerJoin("accounts as account", "account.id", "order.account_id")
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["order.first_name as firstName", "order.last_name as lastName", "order.email", "order.title"])
    .select(["order.public_id as publicId", "order.vendor_id as vendorId", "order.language"])
    .select(["account.language as accountLanguage", "product.stamp as storedStamp"])
    .select(["file.sha256", "file.stamp_check as check"])
    .where("item.id", "=", itemId)
    .where("attached.file_id", "=", fileId),
);
