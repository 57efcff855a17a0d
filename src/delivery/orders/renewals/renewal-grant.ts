import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import { isExpired } from "../expiration.ts";
import type { Delivery } from "../reading/customer-view.ts";
import { loadDelivery } from "../reading/load-delivery.ts";
import { grantOpenRequest, hasOpenRequest } from "./renewal-requests.ts";

/** Call after changing an order (row number). Grants its customer's open request if all downloads work now. */
export async function grantWhenOpen(tx: Tx, orderId: number, now: Instant): Promise<void> {
  if (!(await hasOpenRequest(tx, orderId))) return;
  const delivery = await loadDelivery(tx, orderId);
  if (delivery && delivery.stop === null && !renewalReason(delivery, now)) await grantOpenRequest(tx, orderId, now);
}

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
