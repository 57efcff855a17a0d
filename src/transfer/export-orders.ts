import { inBatches } from "../database/batches.ts";
import { dayStart } from "../days.ts";
import { writeInstant } from "../instants.ts";
import { isExpired, whereExpired, whereOpen } from "../orders/expiration.ts";
import { type Order, type OrderWithItems, withItems } from "../orders/orders.ts";
import { idsMatching } from "../orders/search.ts";
import { totalOf } from "../orders/total.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";
import { writeSkus } from "./lists.ts";

export interface OrderExportFilter {
  status: "open" | "expired" | "all";
  /** UTC days of the creation, both included. */
  from?: number | undefined;
  to?: number | undefined;
  /** What a search finds, as in `OrderSearch`. */
  text?: string | undefined;
  /** Only these, by the ids that the interfaces show. */
  ids?: string[] | undefined;
}

/** The orders oldest first, so that an import gives them the same order again. */
export async function* orderRows(scope: ExportScope, filter: OrderExportFilter): AsyncGenerator<Cell[][]> {
  const batches = inBatches<Order>(({ last, limit }) => ordersAfter(scope, filter, last?.id ?? 0, limit));
  for await (const orders of batches) {
    const complete = await withItems(scope.reader, orders);
    yield complete.map((order) => orderCells(order, scope));
  }
}

function ordersAfter({ reader, account, now }: ExportScope, filter: OrderExportFilter, afterId: number, limit: number) {
  let found = reader
    .selectFrom("orders")
    .selectAll()
    .where("account_id", "=", account.id)
    .where("deleted_at", "is", null)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit);
  if (filter.status === "expired") found = found.where(whereExpired(now));
  if (filter.status === "open") found = found.where(whereOpen(now));
  if (filter.from !== undefined) found = found.where("created_at", ">=", dayStart(filter.from));
  if (filter.to !== undefined) found = found.where("created_at", "<", dayStart(filter.to + 1));
  const { text, ids } = filter;
  if (text) found = found.where("id", "in", (orders) => idsMatching(orders, account.id, text));
  if (ids) found = found.where("public_id", "in", ids);
  return found.execute();
}

export const orderColumns = [
  "id",
  "vendor_id",
  "email",
  "first_name",
  "last_name",
  "title",
  "skus",
  "total",
  "currency",
  "status",
  "download_count",
  "expiration_date",
  "download_limit",
  "custom_1",
  "custom_2",
  "custom_3",
  "created_at",
  "download_url",
] as const;

function orderCells(order: OrderWithItems, { account, url, now }: ExportScope): Cell[] {
  const cells: Record<(typeof orderColumns)[number], Cell> = {
    id: order.public_id,
    vendor_id: order.vendor_id,
    email: order.email,
    first_name: order.first_name,
    last_name: order.last_name,
    title: order.title,
    skus: writeSkus(order.items),
    total: totalOf(order.items),
    currency: order.currency ?? account.currency,
    status: isExpired(order.expires_at, now) ? "expired" : "open",
    download_count: order.downloadCount,
    // An empty cell would mean the account's setting when it is imported.
    expiration_date: order.expires_at === null ? "never" : writeInstant(order.expires_at),
    download_limit: order.download_limit ?? "unlimited",
    custom_1: order.custom_1,
    custom_2: order.custom_2,
    custom_3: order.custom_3,
    created_at: writeInstant(order.created_at),
    download_url: `${url}/orders/${order.guid}`,
  };
  return orderColumns.map((column) => cells[column]);
}
