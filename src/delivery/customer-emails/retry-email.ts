import { overAllowance } from "../../messages/mail/email-allowance.ts";
import { requireEmail } from "../../messages/mail/emails.ts";
import { queueDeliveryEmail } from "../../messages/mail/outbox.ts";
import { rejectUndeliverable } from "../../messages/mail/undeliverable-addresses.ts";
import type { Tx } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { deliveryAddress } from "../orders/delivery-address.ts";
import { lockOrderByNumber } from "../orders/lock-order.ts";
import { rejectEmpty } from "../orders/order-items.ts";
import { rejectEmailOfStopped } from "../orders/stop-reasons.ts";

/**
 * Queues a new message for the order of a finished email, to the order's current address, and returns its number. Changes nothing
 * if it throws: `not_found`; `in_use` if the email is still being sent, is no delivery email, or its order was deleted;
 * `stopped`; `invalid` if the order is empty; `undeliverable`; and `over_allowance`.
 */
export async function retryEmail(tx: Tx, account: Account, id: number, now: Instant): Promise<number> {
  const { kind, status, orderId } = await requireEmail(tx, account.id, id);
  if (status === "queued")
    throw new DomainError("in_use", `Email ${id} is still queued and will be sent automatically.`);
  if (kind === "library")
    throw new DomainError("in_use", `Email ${id} has all links of a customer. Send them again at the customer.`);
  if (kind === "announcement") throw new DomainError("in_use", `Email ${id} tells of an update. It is not sent again.`);
  if (kind === "gift_confirmation")
    throw new DomainError("in_use", `Email ${id} confirms a gift. It is not sent again.`);
  // Locked, so that it is not deleted meanwhile.
  const order = await lockOrderByNumber(tx, orderId);
  if (!order) throw new DomainError("in_use", `The order of email ${id} has been deleted.`);
  rejectEmailOfStopped(order);
  await rejectEmpty(tx, order.id);
  await rejectUndeliverable(tx, account.id, deliveryAddress(account, order));
  const queued = await queueDeliveryEmail(tx, account, order, now);
  if (queued.status === "over_allowance") throw overAllowance({ kept: false });
  return queued.id;
}
