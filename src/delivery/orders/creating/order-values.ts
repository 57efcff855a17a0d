import { linkIdentifier } from "../../../platform/identifiers.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { defaultExpiry, type Ends, type ExpiringProduct, endingAt, endsOf } from "../expiration.ts";
import { type GiftField, opensAt } from "../gifts/gift.ts";
import { type Order, type OrderValues, searchValues } from "../order-columns.ts";
import { type OrderInput, type PlainField, plainFields } from "../order-input.ts";

/** A new order. Null or absent values get their default. */
interface NewOrderFields extends Pick<OrderInput, PlainField | GiftField | "vendorId" | "currency"> {
  source: Order["source"];
  /** Null: never. Absent: the setting of its products or the account. */
  expiresAt?: Instant | null | undefined;
  /** Null: unlimited. Absent: the account's; the limits of products are in the order's items (`orderItemValues`). */
  downloadLimit?: number | null | undefined;
  accessUntil?: Instant | null | undefined;
  createdAt: Instant;
  test?: boolean | undefined;
  /** Present if the order is on hold or revoked, since when. Its email may wait for the release. */
  stop?: (Partial<Pick<Order, "heldAt" | "revokedAt">> & { emailWaits: boolean }) | undefined;
}

/**
 * The values of a new order, without its number. Its expiration counts from `now`, or from a gift's delivery, and depends on its
 * products.
 */
export function orderValues(
  account: Account,
  order: NewOrderFields,
  products: ExpiringProduct[],
  now: Instant,
): OrderValues {
  const values = {
    ...plainFields(order),
    vendorId: order.vendorId ?? null,
    recipientEmail: order.recipientEmail ?? null,
    recipientName: order.recipientName ?? null,
    giftMessage: order.giftMessage ?? null,
    deliverAt: order.deliverAt ?? null,
  };
  return {
    ...values,
    ...searchValues(values),
    accountId: account.id,
    guid: linkIdentifier(now),
    source: order.source,
    // Stored, so that the order's worth does not change with the account's currency.
    currency: order.currency ?? account.currency,
    ...expiryOf(account, order, products, opensAt(values, now)),
    limitByProduct: order.downloadLimit === undefined ? 1 : 0,
    downloadLimit: order.downloadLimit === undefined ? account.downloadLimitPerItem : order.downloadLimit,
    createdAt: order.createdAt,
    test: order.test ? 1 : 0,
    heldAt: order.stop?.heldAt ?? null,
    revokedAt: order.stop?.revokedAt ?? null,
    emailWaits: order.stop?.emailWaits ? 1 : 0,
  };
}

function expiryOf(account: Account, order: NewOrderFields, products: ExpiringProduct[], now: Instant): Ends {
  const { expiresAt, accessUntil = null } = order;
  if (accessUntil !== null || expiresAt !== undefined) return endsOf(endingAt(expiresAt ?? null), accessUntil);
  return endsOf(defaultExpiry(account, products, now), null);
}
