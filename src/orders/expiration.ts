import type { ExpressionBuilder } from "kysely";
import type { Account } from "../accounts/accounts.ts";
import type { Schema } from "../database/schema.ts";

type Orders = ExpressionBuilder<Schema, "orders">;

/** The expiration date of an order created at `now`, by the account's settings; null if links never expire. */
export function defaultExpiration(account: Account, now: number): number | null {
  const hours = account.orderExpirationInHours;
  return hours === null ? null : now + hours * 3_600_000;
}

/**
 * Whether links that expire at `expiresAt` have expired. Both in milliseconds since 1970; `expiresAt` is null for
 * never.
 */
export function isExpired(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** `isExpired` as a condition on orders. */
export const whereExpired = (now: number) => (orders: Orders) => orders("expires_at", "<=", now);

/** The opposite of `whereExpired`. */
export const whereOpen = (now: number) => (orders: Orders) =>
  orders.or([orders("expires_at", "is", null), orders("expires_at", ">", now)]);
