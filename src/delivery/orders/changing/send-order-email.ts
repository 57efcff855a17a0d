import { queueDeliveryEmail } from "../../../messages/mail/outbox.ts";
import { rejectUndeliverable } from "../../../messages/mail/undeliverable-addresses.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { deliveryAddress } from "../delivery-address.ts";
import { type Ends, endingAt, endsOf } from "../expiration.ts";
import { lockOrder } from "../lock-order.ts";
import type { Order } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { rejectEmpty } from "../order-items.ts";
import { grantWhenOpen } from "../renewals/renewal-grant.ts";
import { rejectEmailOfStopped } from "../stop-reasons.ts";
import { changeOrder } from "./change-order.ts";
import { currentDefault } from "./reset-ends.ts";

/**
 * Queues the delivery email again. Dates do not change. Throws `not_found`, `stopped`, `undeliverable`, and `invalid` for an
 * empty order.
 */
export async function resendOrder(
  tx: Tx,
  account: Account,
  id: string,
  now: Instant,
): Promise<{ order: Order; email: "queued" | "over_allowance" }> {
  const order = await lockOrder(tx, account.id, id);
  rejectEmailOfStopped(order);
  await rejectEmpty(tx, order.id);
  await rejectUndeliverable(tx, account.id, deliveryAddress(account, order));
  const { status } = await queueDeliveryEmail(tx, account, order, now);
  return { order, email: status };
}

/**
 * Sets the expiration date as `send_email` asks (docs/reference/unversioned-interface.md, Orders), then queues the delivery
 * email. Throws `not_found`, `stopped`, `undeliverable`, and `invalid` for an empty order.
 */
export async function sendOrderEmail(
  tx: Tx,
  account: Account,
  id: string,
  options: { resetExpiration: boolean; expiresAt: Instant | undefined },
  now: Instant,
): Promise<"queued" | "over_allowance"> {
  const before = await lockOrder(tx, account.id, id);
  rejectEmailOfStopped(before);
  await rejectEmpty(tx, before.id);
  await rejectUndeliverable(tx, account.id, deliveryAddress(account, before));
  const expiry = await expiryFor(tx, account, before, options, now);
  const order = await changeOrder(tx, before, expiry);
  if ("expiresAt" in expiry) await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  await grantWhenOpen(tx, order.id, now);
  const { status } = await queueDeliveryEmail(tx, account, order, now);
  return status;
}

/** The expiry according to the options of `send_email`. */
function expiryFor(
  tx: Tx,
  account: Account,
  order: Order,
  { resetExpiration, expiresAt }: { resetExpiration: boolean; expiresAt: Instant | undefined },
  now: Instant,
): Partial<Ends> | Promise<Ends> {
  if (expiresAt !== undefined) return endsOf(endingAt(expiresAt), order.accessUntil);
  return resetExpiration ? currentDefault(tx, account, order, now) : {};
}
