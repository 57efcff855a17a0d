import type { Reader } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { liveOrders } from "../live-rows.ts";
import { orderName } from "./customer-view.ts";

interface Row {
  publicId: string;
  vendorId: string | null;
  title: string;
}

/**
 * The names that customers use for these orders (`orderName`), by order id. Leaves out deleted orders, which have lost their
 * names.
 */
export async function orderNames(reader: Reader, accountId: number, orderIds: string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await named(reader, { accountId, orderIds: JSON.stringify(orderIds) });
  return new Map(rows.map((row) => [row.publicId, orderName(row)]));
}

const named = prepared<{ accountId: number; orderIds: string }, Row>((db, { accountId, orderIds }) =>
  liveOrders(db)
    .select(["public_id as publicId", "vendor_id as vendorId", "title"])
    .where("account_id", "=", accountId)
    .where("public_id", "in", valueSet(db, "text", orderIds)),
);
