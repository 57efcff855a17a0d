import { updateOrder } from "../../delivery/orders/changing/update-order.ts";
import { isExpired, ownExpirationOf } from "../../delivery/orders/expiration.ts";
import { giftProblems, noGift } from "../../delivery/orders/gifts/gift.ts";
import { liveOrders } from "../../delivery/orders/live-rows.ts";
import { orderColumns } from "../../delivery/orders/order-columns.ts";
import type { OrderInput } from "../../delivery/orders/order-input.ts";
import { type OrderWithItems, withItems } from "../../delivery/orders/queries.ts";
import { statusProblems } from "../../delivery/orders/subscriptions/subscription-status.ts";
import { totalOf } from "../../delivery/orders/total.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { DomainError } from "../../platform/errors.ts";
import { type Instant, isSameSecond } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { MatchedItem } from "./imported-contents.ts";
import { importedGift, saysExpired } from "./imported-order.ts";
import { ChangedMeanwhile, type Progress, type WrongCell } from "./kind.ts";
import { writeSkus } from "./lists.ts";
import type { OrderCells } from "./order-cells.ts";

/** The changes that an exported row makes to its order. */
export interface OrderChange {
  order: OrderWithItems;
  /** Only the fields that differ. */
  change: OrderInput;
}

/** The identifier in the order's link. Only exports of this installation have it. */
export const guidOf = ({ download_url: url = "" }: Partial<OrderCells>): string =>
  /\/orders\/([\w-]{1,100})$/.exec(url.trim())?.[1] ?? "";

/** The fields that no column of a file changes. */
type Unchanged = "country" | "createdAt" | "currency" | "lines" | "saysEnded" | "wrong";

/** What the cells say of each of the other fields: undefined for nothing. */
type Wanted = { [Field in Exclude<keyof OrderInput, Unchanged>]-?: OrderInput[Field] | undefined };

/** The orders from which these rows were exported, by the identifiers in their links. */
export async function exportedOrders(
  reader: Reader,
  account: Account,
  rows: Partial<OrderCells>[],
): Promise<Map<string, OrderWithItems>> {
  const guids = [...new Set(rows.map(guidOf))].filter((guid) => guid !== "");
  if (guids.length === 0) return new Map();
  const found = liveOrders(reader).select(orderColumns).where("account_id", "=", account.id).where("guid", "in", guids);
  const orders = await withItems(reader, await found.execute());
  return new Map(orders.map((order) => [order.guid, order]));
}

/** Whether the row names the order's products and quantities. */
export function hasItsProducts(order: OrderWithItems, items: MatchedItem[]): boolean {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of order.items) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return (
    items.length === quantities.size && items.every(({ product, quantity }) => quantities.get(product.id) === quantity)
  );
}

/** The fields that the cells change. An empty cell changes nothing. */
export function orderChange(order: OrderWithItems, value: OrderCells, now: Instant): OrderInput {
  const wanted: Wanted = {
    id: value.id,
    vendorId: value.vendor_id,
    email: value.email,
    firstName: value.first_name,
    lastName: value.last_name,
    title: value.title,
    custom1: value.custom_1,
    custom2: value.custom_2,
    custom3: value.custom_3,
    language: value.locale,
    invoiceUrl: value.invoice_url,
    downloadLimit: value.download_limit,
    expiresAt: expirationIn(order, value, now),
    subscriptionId: value.subscription_id,
    subscriptionStatus: value.subscription_status,
    recipientEmail: value.recipient_email,
    recipientName: value.recipient_name,
    giftMessage: value.gift_message,
    deliverAt: isSameSecond(value.deliver_at, order.deliverAt) ? undefined : value.deliver_at,
    accessUntil: isSameSecond(value.access_until, order.accessUntil) ? undefined : value.access_until,
  };
  const before: Record<string, unknown> = { ...order, id: order.publicId };
  const differing = Object.entries(wanted).filter(([name, now]) => now !== undefined && now !== before[name]);
  return { ...Object.fromEntries(differing), wrong: [] };
}

/** The columns in which the row differs from its order although a file cannot change them. */
export function unreadColumns(order: OrderWithItems, value: OrderCells): string[] {
  const { total } = value;
  const revoked = order.items.filter(({ revokedAt }) => revokedAt !== null);
  const differing = {
    total: total !== undefined && total.amount !== totalOf(order.items),
    held_at: differs(value.held_at, order.heldAt),
    revoked_at: differs(value.revoked_at, order.revokedAt),
    revoked_skus: value.revoked_skus !== undefined && writeSkus(value.revoked_skus) !== writeSkus(revoked),
    created_at: differs(value.created_at, order.createdAt),
  };
  return Object.entries(differing).flatMap(([column, isOther]) => (isOther ? [column] : []));
}

const differs = (sent: Instant | undefined, at: Instant | null) => sent !== undefined && !isSameSecond(sent, at);

/** The columns of the fields that a change has. */
const columns: Partial<Record<keyof OrderInput, string>> = {
  vendorId: "vendor_id",
  firstName: "first_name",
  lastName: "last_name",
  custom1: "custom_1",
  custom2: "custom_2",
  custom3: "custom_3",
  language: "locale",
  invoiceUrl: "invoice_url",
  downloadLimit: "download_limit",
  expiresAt: "expiration_date",
  subscriptionId: "subscription_id",
  subscriptionStatus: "subscription_status",
  accessUntil: "access_until",
  recipientEmail: "recipient_email",
  recipientName: "recipient_name",
  giftMessage: "gift_message",
  deliverAt: "deliver_at",
};

/** The columns of a file that change the order. */
export const changedColumns = ({ wrong: _, ...fields }: OrderInput): string[] =>
  Object.keys(fields).map((name) => columns[name as keyof OrderInput] ?? name);

/** What is wrong with the row's gift data; `order` is absent for a new order. */
export const wrongGift = (order: OrderWithItems | undefined, value: OrderCells, now: Instant): WrongCell[] =>
  giftProblems(order ? orderChange(order, value, now) : importedGift(value), order ?? noGift, now).map(
    ({ field, message }) => ({ field: columns[field as keyof OrderInput] ?? field, reason: message }),
  );

/** What is wrong with the status of a subscription; `order` is absent for a new order. */
export const wrongStatus = (order: OrderWithItems | undefined, value: OrderCells, now: Instant): WrongCell[] => {
  const told = { subscriptionStatus: value.subscription_status, accessUntil: value.access_until };
  return statusProblems(told, order ?? null, now).map(({ message }) => ({
    field: "subscription_status",
    reason: message,
  }));
};

/** Whether anything differs. */
export const isChanged = ({ wrong: _, ...fields }: OrderInput): boolean => Object.keys(fields).length > 0;

function expirationIn(
  order: OrderWithItems,
  { expiration_date: date, status = "", access_until }: OrderCells,
  now: Instant,
): Instant | null | undefined {
  const before = ownExpirationOf(order);
  const wanted = isSameSecond(date, before) ? undefined : date;
  const end = wanted === undefined ? before : wanted;
  return saysExpired(status) && !isExpired(end, now) && !isExpired(access_until ?? order.accessUntil, now)
    ? now
    : wanted;
}

/** Throws `ChangedMeanwhile` if an order was deleted or an ID was taken since the rows were checked. */
export async function changeOrders(tx: Tx, account: Account, rows: OrderChange[], { now }: Progress): Promise<void> {
  // Always in the same order, so that two transactions never wait for each other.
  const sorted = rows.toSorted((one, other) => one.order.id - other.order.id);
  await inSlices(sorted, async (slice) => {
    for (const { order, change } of slice) {
      try {
        // A file describes the past, such as a gift that its store has expired.
        const input = { ...change, sendEmail: false, unknownSku: "reject" as const, allowsEarlyEnd: true as const };
        if (isChanged(change)) await updateOrder(tx, account, order.publicId, input, now);
      } catch (error) {
        const isMeanwhile = error instanceof DomainError && (error.code === "not_found" || error.code === "taken");
        throw isMeanwhile ? new ChangedMeanwhile() : error;
      }
    }
  });
}
