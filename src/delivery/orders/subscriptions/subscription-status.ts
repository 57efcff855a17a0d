import type { SaidOfSubscription } from "../../../platform/database/schema.ts";
import type { FieldError } from "../../../platform/errors.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Order } from "../order-columns.ts";
import type { OrderInput } from "../order-input.ts";

/** The statuses of an order's subscription (docs/reference/v3-interface.md, Subscriptions). */
export const subscriptionStatuses = ["active", "payment_failed", "canceled", "ended"] as const;

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The statuses that a caller or a shop can send. The end of access follows from its date. */
export const toldStatuses = ["active", "payment_failed", "canceled"] as const satisfies SubscriptionStatus[];

/** The status as orders store it. */
export const saidBy = (status: (typeof toldStatuses)[number]): SaidOfSubscription | null =>
  status === "active" ? null : status;

/** Null for an order whose access does not end. */
export function subscriptionStatusOf(
  { accessUntil, revokedAt, subscriptionStatus }: Pick<Order, "accessUntil" | "revokedAt" | "subscriptionStatus">,
  now: Instant,
): SubscriptionStatus | null {
  if (accessUntil === null) return null;
  return accessUntil <= now || revokedAt !== null ? "ended" : (subscriptionStatus ?? "active");
}

type StatusField = "subscriptionStatus" | "accessUntil" | "saysEnded";

/** Without an end of access, an order cannot show a status. `before` is null for a new order. */
export function statusProblems(
  { subscriptionStatus: status, accessUntil, saysEnded }: Pick<OrderInput, StatusField>,
  before: Pick<Order, "accessUntil" | "revokedAt"> | null,
  now: Instant,
): FieldError[] {
  const ends = accessUntil === undefined ? (before?.accessUntil ?? null) : accessUntil;
  const after = { accessUntil: ends, revokedAt: before?.revokedAt ?? null, subscriptionStatus: null };
  if (saysEnded && subscriptionStatusOf(after, now) !== "ended") {
    return [{ field: "subscriptionStatus", message: "cannot be ended while access goes on: set access_until" }];
  }
  if (status == null || ends !== null) return [];
  return [{ field: "subscriptionStatus", message: "needs an access_until, when access ends" }];
}
