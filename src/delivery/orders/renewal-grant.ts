import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { loadDelivery } from "./delivery.ts";
import { renewalReason } from "./renewal-reason.ts";
import { grantOpenRequest, hasOpenRequest } from "./renewal-requests.ts";

/** Call after changing an order (row number). Grants its customer's open request if all downloads work now. */
export async function grantWhenOpen(tx: Tx, orderId: number, now: Instant): Promise<void> {
  if (!(await hasOpenRequest(tx, orderId))) return;
  const delivery = await loadDelivery(tx, orderId);
  if (delivery && delivery.stop === null && !renewalReason(delivery, now)) await grantOpenRequest(tx, orderId, now);
}
