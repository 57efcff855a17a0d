import type { Instant } from "../../platform/instants.ts";
import type { Delivery } from "./delivery.ts";
import { isExpired } from "./expiration.ts";

/** Why an order needs a renewal. */
export type RenewalReason = "expired" | "used_up";

/** Null if all downloads of the order work. */
export function renewalReason(
  { expiresAt, items }: Pick<Delivery, "expiresAt" | "items">,
  now: Instant,
): RenewalReason | null {
  if (isExpired(expiresAt, now)) return "expired";
  return items.some(({ files }) => files.some(({ remaining }) => remaining === 0)) ? "used_up" : null;
}
