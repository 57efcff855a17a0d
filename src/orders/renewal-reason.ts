import type { Tx } from "../database/database.ts";
import { type Delivery, loadDelivery } from "./delivery.ts";
import { isExpired } from "./expiration.ts";
import { grantOpenRequest, hasOpenRequest } from "./renewal-requests.ts";

/** Why an order needs to be opened again. */
export type RenewalReason = "expired" | "used_up";

/** Null while every download of the order works. `now` in milliseconds since 1970. */
export function renewalReason(
  { expiresAt, items }: Pick<Delivery, "expiresAt" | "items">,
  now: number,
): RenewalReason | null {
  if (isExpired(expiresAt, now)) return "expired";
  return items.some(({ files }) => files.some(({ remaining }) => remaining === 0)) ? "used_up" : null;
}

/** For an order (row number) that was changed: when all its downloads work now, what its customer asked for was granted. */
export async function grantWhenOpen(tx: Tx, orderId: number, now: number): Promise<void> {
  if (!(await hasOpenRequest(tx, orderId))) return;
  const delivery = await loadDelivery(tx, orderId);
  if (delivery && !renewalReason(delivery, now)) await grantOpenRequest(tx, orderId, now);
}
