import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { coverUrl } from "../../../delivery/catalog/covers.ts";
import { keysOfOrderItems } from "../../../delivery/licenses/queries.ts";
import type { CreatedOrder } from "../../../delivery/orders/creating/create-orders.ts";
import { isIntegerId } from "../../../delivery/orders/creating/numbering.ts";
import { limitOf } from "../../../delivery/orders/download-allowance.ts";
import { hoursWhileWaiting, isExpired, ownExpirationOf } from "../../../delivery/orders/expiration.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { rulesHolding } from "../../../delivery/orders/order-holds.ts";
import { type OrderItem, type OrderWithItems, withItems } from "../../../delivery/orders/queries.ts";
import { keyOmissionOf, keysDueOf, orderStateOf, type Supply, supplyOf } from "../../../delivery/orders/state.ts";
import { subscriptionStatusOf } from "../../../delivery/orders/subscriptions/subscription-status.ts";
import { totalOf } from "../../../delivery/orders/total.ts";
import { newestEmailStatuses } from "../../../messages/mail/emails.ts";
import { itemPath, orderPath } from "../../../platform/customer-paths.ts";
import type { Reader } from "../../../platform/database/database.ts";
import { together } from "../../../platform/database/lookups.ts";
import type { EmailStatus } from "../../../platform/database/schema.ts";
import { DomainError } from "../../../platform/errors.ts";
import { nextTurn, turnIsOver } from "../../../platform/give-way.ts";
import { type Instant, writeInstant } from "../../../platform/instants.ts";
import { shownPrice } from "../../../platform/money.ts";
import { shopKindOf, shopNames, shopNumber } from "../../../platform/shops.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import type { HoldRule } from "../../../store/accounts/hold-rules.ts";
import type { V3Env } from "../framework/environment.ts";
import { orNull } from "../framework/fields.ts";
import { presentHeldBy } from "./hold-rules.ts";
import type { orderItemSchema } from "./order-item-schemas.ts";
import type { orderSchema } from "./order-schemas.ts";

export type PresentedOrder = z.output<typeof orderSchema>;

interface Presenting {
  account: Account;
  /** Full base address of the account. */
  url: string;
  now: Instant;
}

export const presenting = ({ var: { services, account, now } }: Context<V3Env>): Presenting => ({
  account,
  url: services.accountUrl(account),
  now,
});

/** Facts about an order that answers contain. */
interface OrderFacts {
  order: OrderWithItems;
  /** License keys by the order item's row number, including items of other orders. */
  keys: Map<number, string[]>;
  /** Status of the newest delivery email. */
  email: EmailStatus | undefined;
  supply: Supply;
  /** The rules that hold it. */
  heldBy: HoldRule[];
}

/** In the same order. */
async function readFacts(reader: Reader, orders: Order[]): Promise<OrderFacts[]> {
  const complete = await withItems(reader, orders);
  const items = complete.flatMap((order) => order.items);
  const keys = await keysOfOrderItems(reader, items);
  const statuses = await newestEmailStatuses(
    reader,
    complete.map(({ id }) => id),
  );
  const supply = await supplyOf(reader, items);
  const rules = await rulesHolding(reader, complete);
  return complete.map((order) => ({
    order,
    keys,
    email: statuses.get(order.id),
    supply,
    heldBy: rules.get(order.id) ?? [],
  }));
}

const readFactsOfOne = together(readFacts);

/** A new order, as it was written. */
export async function presentCreatedOrder(
  { email, ...created }: CreatedOrder,
  presenting: Presenting,
): Promise<PresentedOrder> {
  return presentComplete({ ...created, email: email ?? undefined }, presenting);
}

async function presentComplete(
  { order, keys, email, supply, heldBy }: OrderFacts,
  presenting: Presenting,
): Promise<PresentedOrder> {
  const order_items: PresentedOrder["order_items"] = [];
  for (const item of order.items) {
    if (turnIsOver()) await nextTurn();
    const its = presentOrderItem(item, order, keys.get(item.id) ?? [], {
      url: presenting.url,
      currency: order.currency ?? presenting.account.currency,
    });
    order_items.push({
      ...its,
      has_files: supply.withFiles.has(item.productId),
      license_keys_due: keysDueOf(item, order, supply),
      license_keys_omitted: keyOmissionOf(item, order, supply),
      revoked_at: shownOrNull(item.revokedAt ?? order.revokedAt),
    });
  }
  return {
    ...presentFields(order, presenting),
    order_items,
    title: orNull(order.title),
    source: order.source,
    email_status: email ?? null,
    state: orderStateOf(order, email, supply, presenting.now),
    held_at: shownOrNull(order.heldAt),
    held_by: presentHeldBy(heldBy),
    revoked_at: shownOrNull(order.revokedAt),
    test: order.test === 1,
  };
}

const shownOrNull = (at: Instant | null) => (at === null ? null : writeInstant(at));

/** Orders of one batch. */
const batchSize = 50;

/** Orders as the answers show them, in the same order, a batch at a time. */
export async function* presentInBatches(
  reader: Reader,
  orders: Order[],
  presenting: Presenting,
): AsyncGenerator<PresentedOrder[]> {
  for (let start = 0; start < orders.length; start += batchSize) {
    const presented: PresentedOrder[] = [];
    for (const facts of await readFacts(reader, orders.slice(start, start + batchSize)))
      presented.push(await presentComplete(facts, presenting));
    yield presented;
  }
}

export async function presentOrder(reader: Reader, order: Order, presenting: Presenting): Promise<PresentedOrder> {
  return presentComplete(await readFactsOfOne(reader, order), presenting);
}

/** One item of the order. Throws `not_found` if it was removed in the meantime. */
export async function presentOrderItemOf(
  reader: Reader,
  order: Order,
  id: number,
  presenting: Presenting,
): Promise<z.output<typeof orderItemSchema>> {
  const { order_items } = await presentOrder(reader, order, presenting);
  const item = order_items.find((one) => one.id === id);
  if (!item) throw new DomainError("not_found", `There is no order item ${id}.`);
  return item;
}

/** An order ID as JSON: a number if it is one. */
export function presentOrderId(publicId: string): number | string {
  return isIntegerId(publicId) && Number.isSafeInteger(Number(publicId)) ? Number(publicId) : publicId;
}

function presentFields(order: OrderWithItems, { account, url, now }: Presenting) {
  const shop = shopKindOf(order.vendorId);
  return {
    id: presentOrderId(order.publicId),
    vendor_id: order.vendorId,
    shop: shop === null ? null : shopNames[shop],
    shop_number: shopNumber(order),
    first_name: orNull(order.firstName),
    last_name: orNull(order.lastName),
    email: order.email,
    total: totalOf(order.items),
    currency: order.currency ?? account.currency,
    status: isExpired(order.expiresAt, now) ? ("expired" as const) : ("open" as const),
    product_count: order.items.length,
    download_count: order.downloadCount,
    expiration_date: shownOrNull(ownExpirationOf(order)),
    expiration_hours_from_first_download: hoursWhileWaiting(order),
    download_limit: order.downloadLimit,
    custom_1: order.custom1,
    custom_2: order.custom2,
    custom_3: order.custom3,
    locale: order.language,
    invoice_url: order.invoiceUrl,
    country: order.country,
    subscription_id: order.subscriptionId,
    subscription_status: subscriptionStatusOf(order, now),
    access_until: shownOrNull(order.accessUntil),
    recipient_email: order.recipientEmail,
    recipient_name: order.recipientName,
    gift_message: order.giftMessage,
    deliver_at: shownOrNull(order.deliverAt),
    created_at: writeInstant(order.createdAt),
    download_url: url + orderPath(order.guid),
  };
}

function presentOrderItem(
  item: OrderItem,
  order: Order,
  keys: string[],
  { url, currency }: { url: string; currency: string },
) {
  return {
    id: item.id,
    item_id: item.productId,
    item_sku: item.sku,
    price: item.price === null ? null : shownPrice(item.price, currency),
    download_count: item.downloadCount,
    custom_1: item.custom1,
    custom_2: item.custom2,
    custom_3: item.custom3,
    created_at: writeInstant(item.createdAt),
    product_name: item.productName,
    cover_url: coverUrl(url, { id: item.productId, coverSha256: item.coverSha256 }),
    quantity: item.quantity,
    downloads_remaining: item.downloadsRemaining,
    download_limit: limitOf(item, order),
    large_file_bytes: item.largeFileBytes,
    large_file_download_limit: item.largeFileDownloadLimit,
    download_url: url + itemPath(item.guid),
    license_keys: keys,
    device_limit: item.deviceLimit,
    updates_until: item.updatesUntil === null ? null : writeInstant(item.updatesUntil),
    bundle_item_id: item.bundleItemId,
  };
}
