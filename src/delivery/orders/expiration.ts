import type { ExpressionBuilder } from "kysely";
import type { Schema } from "../../platform/database/schema.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { cappedInstant, type Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Product } from "../catalog/queries.ts";

type Orders = ExpressionBuilder<Schema, "orders">;

/** When an order's links expire: at an instant, or some hours after the first counted download. Never if both are null. */
export interface Expiry {
  expiresAt: Instant | null;
  /** Used only while `expiresAt` is null. */
  hoursFromFirstDownload: number | null;
}

/** The ends of an order, as in its columns. */
export interface Ends extends Expiry {
  /** The end of paid access; null if it does not end. */
  accessUntil: Instant | null;
  /** The order's own expiration date, while `accessUntil` is set. */
  ownExpiresAt: Instant | null;
}

/** The ends of an order after its own expiry is set to this: the earlier of the two dates counts. */
export function endsOf({ expiresAt, hoursFromFirstDownload }: Expiry, accessUntil: Instant | null): Ends {
  if (accessUntil === null) return { expiresAt, hoursFromFirstDownload, accessUntil, ownExpiresAt: null };
  const earlier = expiresAt !== null && expiresAt < accessUntil ? expiresAt : accessUntil;
  return { expiresAt: earlier, hoursFromFirstDownload: null, accessUntil, ownExpiresAt: expiresAt };
}

/** The order's own expiration date, regardless of the end of access; null for none. */
export const ownExpirationOf = ({
  expiresAt,
  accessUntil,
  ownExpiresAt,
}: Pick<Ends, "expiresAt" | "accessUntil" | "ownExpiresAt">): Instant | null =>
  accessUntil === null ? expiresAt : ownExpiresAt;

/** An expiry on this date, independent of the products; null for never. */
export const endingAt = (expiresAt: Instant | null): Expiry => ({ expiresAt, hoursFromFirstDownload: null });

/** A product's settings for the expiration of its orders. */
export type ExpiringProduct = Pick<Product, "orderExpirationInHours" | "expiresFrom">;

/**
 * The expiry of an order with these products that is created or reopened at `now`. A product without its own hours uses the
 * account's. The most generous product decides: never beats any number of hours, more hours beat fewer, and they count from the
 * first download if any product says so (docs/reference/delivery.md, Limits and expiry of products).
 */
export function defaultExpiry(account: Account, products: ExpiringProduct[], now: Instant): Expiry {
  const usual = account.orderExpirationInHours;
  let hours: number | null = products.length === 0 ? usual : 0;
  for (const product of products) {
    const its = product.orderExpirationInHours ?? usual;
    hours = hours === null || its === null ? null : Math.max(hours, its);
  }
  if (hours === null) return { expiresAt: null, hoursFromFirstDownload: null };
  return products.some(({ expiresFrom }) => expiresFrom === "first_download")
    ? { expiresAt: null, hoursFromFirstDownload: hours }
    : { expiresAt: hoursAfter(now, hours), hoursFromFirstDownload: null };
}

/** The instant that many hours later. */
export const hoursAfter = (at: Instant, hours: number): Instant => cappedInstant(at + hours * hourMilliseconds);

/** The hours of an order that waits for its first download; null for any other order. */
export const hoursWhileWaiting = ({ expiresAt, hoursFromFirstDownload }: Expiry): number | null =>
  expiresAt === null ? hoursFromFirstDownload : null;

/** Whether access that is paid until `accessUntil` has ended. `accessUntil` is null if it does not end. */
export const accessEnded = ({ accessUntil }: Pick<Ends, "accessUntil">, now: Instant): boolean =>
  isExpired(accessUntil, now);

/** Whether links that expire at `expiresAt` have expired. `expiresAt` is null for never. */
export function isExpired(expiresAt: Instant | null, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** `isExpired` as a condition on orders. */
export const whereExpired = (now: Instant) => (orders: Orders) => orders("expires_at", "<=", now);

/** The opposite of `whereExpired`. */
export const whereOpen = (now: Instant) => (orders: Orders) =>
  orders.or([orders("expires_at", "is", null), orders("expires_at", ">", now)]);
