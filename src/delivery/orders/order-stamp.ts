import { createHash } from "node:crypto";
import type { InferResult } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { preparedLookup } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { giveWay } from "../../platform/give-way.ts";
import { stampLine, stampOf } from "../catalog/stamps.ts";
import type { Imprint } from "../stamps/stamp-file.ts";
import type { ItemFile } from "../stamps/stamped-files.ts";
import { liveOrderedItems } from "./live-rows.ts";
import { orderName } from "./reading/customer-view.ts";

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
  return row && stampIn(row);
}

/** A stamped copy that an order gets as it is. */
export interface CurrentCopy {
  /** Identifier in the link of the order's item. */
  itemGuid: string;
  fileId: number;
  sizeBytes: number;
}

/** The copies of an order (row number) that carry its current stamp. The others are made again on request. */
export async function currentCopies(reader: Reader, orderId: number): Promise<CurrentCopy[]> {
  const current: CurrentCopy[] = [];
  for (const { itemGuid, fileId, sizeBytes, madeFrom, ...row } of await copiesOfOrder(reader, { orderId })) {
    await giveWay();
    if (stampIn(row)?.digest === madeFrom) current.push({ itemGuid, fileId, sizeBytes });
  }
  return current;
}

function stampIn(row: StampRow): OrderStamp | null {
  const stamp = stampOf(row);
  if (!stamp) return null;
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
const stampRows = (db: Reader) =>
  liveOrderedItems(db)
    .innerJoin("accounts as account", "account.id", "order.account_id")
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["order.first_name as firstName", "order.last_name as lastName", "order.email", "order.title"])
    .select(["order.public_id as publicId", "order.vendor_id as vendorId", "order.language"])
    .select(["account.language as accountLanguage", "product.stamp as storedStamp"])
    .select(["file.sha256", "file.stamp_check as check"]);

type StampRow = InferResult<ReturnType<typeof stampRows>>[number];

const stampedOrder = preparedLookup({ itemId: "integer", fileId: "integer" }, (db, { itemId, fileId }) =>
  stampRows(db).where("item.id", "=", itemId).where("attached.file_id", "=", fileId),
);

/** Crosses domains: an order can have very many copies, and its page reads them with one query. */
const copiesOfOrder = prepared<{ orderId: number }, StampRow & CurrentCopy & { madeFrom: string }>((db, { orderId }) =>
  stampRows(db)
    .innerJoin("stamped_files as copy", (join) =>
      join.onRef("copy.order_item_id", "=", "item.id").onRef("copy.file_id", "=", "attached.file_id"),
    )
    .select(["item.guid as itemGuid", "copy.file_id as fileId"])
    .select(["copy.size_bytes as sizeBytes", "copy.digest as madeFrom"])
    .where("copy.order_id", "=", orderId),
);
