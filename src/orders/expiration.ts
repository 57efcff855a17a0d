import type { ExpressionBuilder } from "kysely";
import type { Account } from "../accounts/accounts.ts";
import type { Schema } from "../database/schema.ts";
import { type Instant, instant } from "../instants.ts";

type Orders = ExpressionBuilder<Schema, "orders">;

/** The expiration date of an order created at `now`, by the account's settings; null if links never expire. */
export function defaultExpiration(account: Account, now: Instant): Instant | null {
  const hours = account.orderExpirationInHours;
  return hours === null ? null : instant(now + hours * 3_600_000);
}

/** Whether links that expire at `expiresAt` have expired. `expiresAt` is null for never. */
export function isExpired(expiresAt: Instant | null, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** `isExpired` as a condition on orders. */
export const whereExpired = (now: Instant) => (orders: Orders) => orders("expires_at", "<=", now);

/** The opposite of `whereExpired`. */
export const whereOpen = (now: Instant) => (orders: Orders) =>
  orders.or([orders("expires_at", "is", null), orders("expires_at", ">", now)]);
