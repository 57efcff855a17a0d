import { sql } from "kysely";
import { getsKeys, type Pools, productsWithKeys } from "../../delivery/licenses/queries.ts";
import { nextEntries } from "../../delivery/order-index/entry-lists.ts";
import { isInIndex, isNarrow, matching, type OrderSearch } from "../../delivery/order-index/search.ts";
import { createdBetween } from "../../delivery/order-index/sorts.ts";
import {
  hoursWhileWaiting,
  isExpired,
  ownExpirationOf,
  whereExpired,
  whereOpen,
} from "../../delivery/orders/expiration.ts";
import { liveOrders } from "../../delivery/orders/live-rows.ts";
import { type Order, orderColumns } from "../../delivery/orders/order-columns.ts";
import { itemCounts, type OrderWithItems, withItems } from "../../delivery/orders/queries.ts";
import { subscriptionStatusOf } from "../../delivery/orders/subscriptions/subscription-status.ts";
import { totalOf } from "../../delivery/orders/total.ts";
import { isWaiting } from "../../messages/mail/due-times.ts";
import { ordersWithQueuedEmail } from "../../messages/mail/outbox.ts";
import { orderPath } from "../../platform/customer-paths.ts";
import { inWindows } from "../../platform/database/batches.ts";
import { giveWay } from "../../platform/give-way.ts";
import { type Instant, writeInstant } from "../../platform/instants.ts";
import { writtenAmount } from "./ambiguous-amounts.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";
import { writeSkus } from "./lists.ts";

export interface OrderExportFilter extends OrderSearch {
  /** Only these orders, by their public IDs. */
  ids?: string[] | undefined;
}

/** Order items read at once. An order with more is read alone. */
const mostItems = 250;

/** The orders, oldest first. */
export async function* orderRows(scope: ExportScope, filter: OrderExportFilter): AsyncGenerator<Cell[][]> {
  for await (const orders of wantedOrders(scope, filter)) {
    for (const some of await byItems(scope, orders)) {
      const complete = await withItems(scope.reader, some);
      const pools = await productsWithKeys(scope.reader, [
        ...new Set(complete.flatMap(({ items }) => items.map(({ productId }) => productId))),
      ]);
      const gifts = complete.filter((order) => isWaiting(order, scope.now)).map(({ id }) => id);
      const awaited = await ordersWithQueuedEmail(scope.reader, gifts);
      yield complete.map((order) => rowOf(order, scope, { pools, awaited }));
      await giveWay();
    }
  }
}

async function* wantedOrders(scope: ExportScope, filter: OrderExportFilter): AsyncGenerator<Order[]> {
  const { now } = scope;
  const { status } = filter;
  yield* inWindows(await windowsOf(scope, filter), (window) => {
    const windowIds = window.map(({ id }) => id);
    // Only by row number: with the account, SQLite would search all of its orders.
    let found = liveOrders(scope.reader).select(orderColumns).where("id", "in", windowIds);
    found = found.orderBy(sql`created_at + 0`).orderBy("id");
    if (status === "expired") found = found.where(whereExpired(now));
    if (status === "open") found = found.where(whereOpen(now));
    return found.execute();
  });
}

interface Position {
  id: number;
  createdAt: Instant;
}

/** Finds the next orders, oldest first. Uses the index for a state or a usage, and otherwise the table of orders. */
async function windowsOf({ account, scan, reader, now }: ExportScope, { ids, ...search }: OrderExportFilter) {
  const fromIndex = isInIndex(search);
  if (fromIndex && !ids && !isNarrow(search)) {
    return ({ last, limit }: { last: Position | undefined; limit: number }) =>
      nextEntries(scan, account.id, { ...search, after: last, limit, now });
  }
  // A search scans many rows, and on the event loop would block everybody else.
  let windows = liveOrders(isNarrow(search) || fromIndex ? scan : reader)
    .select(["id", "created_at as createdAt"])
    .where("account_id", "=", account.id)
    .where(createdBetween(search))
    .where(await matching(scan, account.id, search))
    .orderBy("created_at")
    .orderBy("id");
  if (ids) windows = windows.where("public_id", "in", ids);
  return async ({ last, limit }: { last: Position | undefined; limit: number }): Promise<Position[]> => {
    if (!last) return windows.limit(limit).execute();
    // Two queries, because an import can give the same instant to any number of orders, and a single query on SQLite
    // would scan them all.
    const { createdAt, id } = last;
    const same = await windows.where("created_at", "=", createdAt).where("id", ">", id).limit(limit).execute();
    if (same.length === limit) return same;
    const rest = windows.where("created_at", ">", createdAt).limit(limit - same.length);
    return [...same, ...(await rest.execute())];
  };
}

/** Splits the orders into groups whose items can be read at once. */
async function byItems({ reader }: ExportScope, orders: Order[]): Promise<Order[][]> {
  const byOrder = await itemCounts(reader, orders);
  const groups: Order[][] = [];
  let items = mostItems;
  for (const order of orders) {
    items += byOrder.get(order.id) ?? 0;
    if (items > mostItems) {
      groups.push([]);
      items = byOrder.get(order.id) ?? 0;
    }
    groups.at(-1)?.push(order);
  }
  return groups;
}

export const exportedOrderColumns = [
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
  "test",
  "held_at",
  "revoked_at",
  "revoked_skus",
  "download_count",
  "item_downloads",
  "downloads_remaining",
  "updates_until",
  "license_keys",
  "expiration_date",
  "expiration_hours_from_first_download",
  "download_limit",
  "custom_1",
  "custom_2",
  "custom_3",
  "locale",
  "invoice_url",
  "subscription_id",
  "subscription_status",
  "access_until",
  "recipient_email",
  "recipient_name",
  "gift_message",
  "deliver_at",
  "created_at",
  "send_email",
  "download_url",
] as const;

/** What the rows of several orders are written with. */
interface ReadForRows {
  pools: Pools;
  /** The gifts (row numbers) whose delivery email waits for their day. */
  awaited: Set<number>;
}

/** How many license keys each item has; `none` if it gets none. Null if no product of the order has keys. */
function keyCounts({ items, test }: OrderWithItems, pools: Pools): string | null {
  if (test === 1 || !items.some(({ productId }) => pools.has(productId))) return null;
  const isOmitted = (item: OrderWithItems["items"][number]) =>
    item.keysAssigned < item.quantity && pools.has(item.productId) && !getsKeys(item, pools);
  return items.map((item) => (isOmitted(item) ? "none" : item.keysAssigned)).join(";");
}

function rowOf(order: OrderWithItems, { account, url, now }: ExportScope, { pools, awaited }: ReadForRows): Cell[] {
  const waits = hoursWhileWaiting(order);
  const expires = ownExpirationOf(order);
  const cells: Record<(typeof exportedOrderColumns)[number], Cell> = {
    id: order.publicId,
    vendor_id: order.vendorId,
    email: order.email,
    first_name: order.firstName,
    last_name: order.lastName,
    title: order.title,
    skus: writeSkus(order.items),
    total: writtenAmount(totalOf(order.items)),
    currency: order.currency ?? account.currency,
    status: isExpired(order.expiresAt, now) ? "expired" : "open",
    test: order.test === 1 ? "true" : "false",
    held_at: order.heldAt === null ? null : writeInstant(order.heldAt),
    revoked_at: order.revokedAt === null ? null : writeInstant(order.revokedAt),
    revoked_skus: writeSkus(order.items.filter((item) => item.revokedAt !== null)),
    download_count: order.downloadCount,
    // One for each SKU, in the same order.
    item_downloads: order.items.map(({ downloadCount }) => downloadCount).join(";"),
    downloads_remaining: order.items.map(({ downloadsRemaining }) => downloadsRemaining ?? "unlimited").join(";"),
    updates_until: order.items
      .map(({ updatesUntil }) => (updatesUntil === null ? "never" : writeInstant(updatesUntil)))
      .join(";"),
    license_keys: keyCounts(order, pools),
    // When imported, an empty cell would mean the account's setting.
    expiration_date: expires === null ? (waits === null ? "never" : null) : writeInstant(expires),
    expiration_hours_from_first_download: waits,
    download_limit: order.downloadLimit ?? "unlimited",
    custom_1: order.custom1,
    custom_2: order.custom2,
    custom_3: order.custom3,
    locale: order.language,
    invoice_url: order.invoiceUrl,
    subscription_id: order.subscriptionId,
    subscription_status: subscriptionStatusOf(order, now),
    access_until: order.accessUntil === null ? null : writeInstant(order.accessUntil),
    recipient_email: order.recipientEmail,
    recipient_name: order.recipientName,
    gift_message: order.giftMessage,
    deliver_at: order.deliverAt === null ? null : writeInstant(order.deliverAt),
    created_at: writeInstant(order.createdAt),
    send_email: order.emailWaits === 1 || awaited.has(order.id) ? "true" : null,
    download_url: url + orderPath(order.guid),
  };
  return exportedOrderColumns.map((column) => cells[column]);
}
