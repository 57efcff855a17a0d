import type { FieldError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { ownExpirationOf } from "./expiration.ts";
import type { Order } from "./order-columns.ts";
import type { OrderInput } from "./order-input.ts";

/** Problems of an order that would end before its gift is delivered. `before` is null for a new order. */
export function endProblems(
  { expiresAt, accessUntil, deliverAt, recipientEmail }: OrderInput,
  before: Order | null,
  now: Instant,
): FieldError[] {
  const delivery = deliverAt === undefined ? (before?.deliverAt ?? null) : deliverAt;
  if (delivery === null || delivery <= now || recipientEmail === null) return [];
  const isEarly = (end: Instant | null | undefined) => end != null && end <= delivery;
  const isNew = (sent: Instant | null | undefined, own: Instant | null | undefined) => before === null || sent !== own;
  const message = "must be after the gift is delivered";
  const ends = accessUntil === undefined ? before?.accessUntil : accessUntil;
  const isMovedTooFar = accessUntil === undefined && deliverAt !== undefined && isNew(deliverAt, before?.deliverAt);
  return [
    ...(isEarly(expiresAt) && isNew(expiresAt, before && ownExpirationOf(before))
      ? [{ field: "expiresAt", message }]
      : []),
    ...(isEarly(accessUntil) && isNew(accessUntil, before?.accessUntil) ? [{ field: "accessUntil", message }] : []),
    ...(isMovedTooFar && isEarly(ends) ? [{ field: "deliverAt", message: "must be before access ends" }] : []),
  ];
}
