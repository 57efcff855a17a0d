import { queueDeliveryEmail } from "../../../messages/mail/outbox.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { isExpired } from "../expiration.ts";
import type { Order } from "../order-columns.ts";
import { hasItems } from "../order-items.ts";
import type { Delivery } from "../reading/customer-view.ts";
import { loadDelivery } from "../reading/load-delivery.ts";
import { grantOpenRequest, hasOpenRequest } from "./renewal-requests.ts";

/**
 * Call after changing an order (row number). Grants its customer's open request if all downloads work now, and returns whether it
 * did. The caller then sends the delivery email, which the order's page promises.
 */
export async function grantWhenOpen(tx: Tx, orderId: number, now: Instant): Promise<boolean> {
  if (!(await hasOpenRequest(tx, orderId))) return false;
  const delivery = await loadDelivery(tx, orderId);
  if (!delivery || delivery.stop !== null || renewalReason(delivery, now)) return false;
  return grantOpenRequest(tx, orderId, now);
}

/** As `grantWhenOpen`, and queues the delivery email, for callers that otherwise send none. */
export async function grantAndTell(tx: Tx, account: Account, order: Order, now: Instant): Promise<void> {
  const tells = (await grantWhenOpen(tx, order.id, now)) && (await hasItems(tx, order.id));
  if (tells) await queueDeliveryEmail(tx, account, order, now);
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
