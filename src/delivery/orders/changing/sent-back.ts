import type { Reader } from "../../../platform/database/database.ts";
import { type Instant, isSameSecond } from "../../../platform/instants.ts";
import { shownPrice } from "../../../platform/money.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { ownExpirationOf } from "../expiration.ts";
import type { Order } from "../order-columns.ts";
import type { OrderInput } from "../order-input.ts";
import type { RequestedItem } from "../order-lines.ts";
import { type OrderItem, withItems } from "../queries.ts";
import { subscriptionStatusOf } from "../subscriptions/subscription-status.ts";

// Responses show whole seconds, rounded prices, and limits that may come from a product or the account. If a caller reads an
// order and sends it back, such values must change nothing.

/** The input, with the order's own values wherever it repeats them as responses show them. */
export function withOwnValues(
  input: OrderInput,
  before: Order,
  { account, now }: { account: Pick<Account, "currency">; now: Instant },
): OrderInput {
  const hadEnded = subscriptionStatusOf(before, now) === "ended";
  const { expiresAt, accessUntil, deliverAt, currency, downloadLimit, recipientEmail, lines } = input;
  const asRead = isAsRead(input, before);
  const isOwnLimit = asRead && before.limitByProduct === 1 && downloadLimit === before.downloadLimit;
  return {
    ...input,
    expiresAt: own(expiresAt, ownExpirationOf(before)),
    accessUntil: own(accessUntil, before.accessUntil),
    deliverAt: own(deliverAt, before.deliverAt),
    ...(before.currency === null && currency === account.currency ? { currency: undefined } : {}),
    ...(isOwnLimit ? { downloadLimit: undefined } : {}),
    ...(asRead && hadEnded ? { saysEnded: undefined } : {}),
    // Without a recipient, the other gift fields are ignored.
    ...(asRead && recipientEmail === null ? withoutOwnGift(input, before) : {}),
    ...(asRead ? {} : { lines: lines?.map((line) => ({ ...line, item: undefined })) }),
  };
}

/** Whether the caller sends an order that it has read. It then says when the order was created. */
export const isAsRead = ({ createdAt }: Pick<OrderInput, "createdAt">, before: Pick<Order, "createdAt">): boolean =>
  isSameSecond(createdAt, before.createdAt);

const withoutOwnGift = ({ recipientName, giftMessage, deliverAt }: OrderInput, before: Order): Partial<OrderInput> => ({
  ...(recipientName === before.recipientName ? { recipientName: undefined } : {}),
  ...(giftMessage === before.giftMessage ? { giftMessage: undefined } : {}),
  ...(isSameSecond(deliverAt, before.deliverAt) ? { deliverAt: undefined } : {}),
});

const own = (sent: Instant | null | undefined, before: Instant | null): Instant | null | undefined =>
  isSameSecond(sent, before) ? before : sent;

/** The same for items: a request's values for an item of the order, by the item's row number. */
export async function itemsWithOwnValues(
  reader: Reader,
  before: Order,
  { asRead = false, currency }: { asRead?: boolean | undefined; currency: string },
): Promise<(id: number, request: RequestedItem) => RequestedItem> {
  const [{ items = [] } = {}] = await withItems(reader, [before]);
  const known = new Map(items.map((item) => [item.id, item]));
  return (id, request) => {
    const item = known.get(id);
    return item === undefined ? request : { ...request, ...ownValuesOf(item, request, { asRead, currency }) };
  };
}

function ownValuesOf(
  item: OrderItem,
  { price, updatesUntil, downloadsRemaining }: RequestedItem,
  { asRead, currency }: { asRead: boolean; currency: string },
): Partial<RequestedItem> {
  const isOwnPrice = typeof price === "number" && item.price !== null && price === shownPrice(item.price, currency);
  const isOwnEnd = isSameSecond(updatesUntil, item.updatesUntil);
  return {
    ...(isOwnPrice ? { price: undefined } : {}),
    // If the order was read, the end may follow the bundle's item or the gift's delivery.
    ...(isOwnEnd ? { updatesUntil: asRead ? undefined : item.updatesUntil } : {}),
    // The response shows the fewest of any file. Other files may have more left.
    ...(asRead && downloadsRemaining === item.downloadsRemaining ? { downloadsRemaining: undefined } : {}),
  };
}
