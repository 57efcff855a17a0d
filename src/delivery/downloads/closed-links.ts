import type { Instant } from "../../platform/instants.ts";
import { isExpired } from "../orders/expiration.ts";
import { rejectEarly } from "../orders/gifts/gift.ts";
import { type LinkStopReason, rejectStopped } from "../orders/stop-reasons.ts";
import { expired } from "./record.ts";

/**
 * Checks the links of an order that work from `deliverAt` (null for always) until `expiresAt` (null for never). Throws `on_hold`,
 * `revoked` and `item_revoked`, `not_yet`, and `expired`.
 */
export function rejectClosed(
  {
    stop,
    expiresAt,
    deliverAt = null,
  }: { stop: LinkStopReason | null; expiresAt: Instant | null; deliverAt?: Instant | null },
  now: Instant,
): void {
  rejectStopped(stop);
  rejectEarly({ deliverAt }, now);
  if (isExpired(expiresAt, now)) throw expired();
}
