import { noteStopped } from "../../messages/mail/cancel-emails.ts";
import { hasNewerEmail } from "../../messages/mail/emails.ts";
import { replaceDeliveryEmail } from "../../messages/mail/outbox.ts";
import type { ClaimedEmail } from "../../messages/mail/sending/leases.ts";
import { endUntried, recordNotSent } from "../../messages/mail/sending/results.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import { isSameAddress } from "../../platform/email-address.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { keepEmailWaiting } from "../orders/changing/hold-and-revoke.ts";
import { lockOrderByNumber } from "../orders/lock-order.ts";
import type { Delivery } from "../orders/reading/customer-view.ts";
import { stopOf } from "../orders/stop-reasons.ts";

/** Why an email is not sent, shown to the store. */
const reasons = {
  empty: "Not sent: the order has no products any more.",
  newer: "Not sent: the order has a newer email.",
  moved: "Not sent: the order's email address was changed. A new email goes to the new address.",
};

/**
 * Ends a claimed email that must no longer be sent (docs/reference/email.md, Orders that change), and records why. If it was
 * tried at an address that is no longer the order's, in any spelling, a new email to `to` replaces it. Returns whether the email
 * was ended.
 */
export async function endOutdated(
  db: Database,
  email: ClaimedEmail,
  { account, delivery, to, now, log }: { account: Account; delivery: Delivery; to: string; now: Instant; log: Log },
): Promise<boolean> {
  const reason = await reasonToEnd(db.read, email, delivery, to);
  if (!reason) return false;
  await db.write(async (tx) => {
    // Locked first, as in all code that changes an order and its emails.
    const order = await lockOrderByNumber(tx, email.orderId);
    const ended = await endUntried(tx, email, reason === "empty" ? "failed" : "cancelled");
    if (!ended || !order) return;
    await recordNotSent(tx, email, reasons[reason], now);
    if (reason === "moved") await replaceDeliveryEmail(tx, account, order, now);
  });
  log.info({ email: email.id, reason }, "did not send an outdated delivery email");
  return true;
}

/**
 * Ends a claimed email whose order is on hold or revoked; a new one is queued once the order delivers again. Returns false, and
 * changes nothing, if the order already delivers again or was deleted.
 */
export function endStopped(db: Database, email: ClaimedEmail, now: Instant): Promise<boolean> {
  return db.write(async (tx) => {
    const order = await lockOrderByNumber(tx, email.orderId);
    const stop = order && stopOf(order);
    if (!stop) return false;
    if (await endUntried(tx, email, "cancelled")) {
      await noteStopped(tx, email, stop, now);
      await keepEmailWaiting(tx, order);
    }
    return true;
  });
}

async function reasonToEnd(
  reader: Reader,
  email: ClaimedEmail,
  delivery: Delivery,
  to: string,
): Promise<keyof typeof reasons | null> {
  if (delivery.items.length === 0) return "empty";
  const wasTried = email.subject !== null;
  // An email that was never tried still has the order's address, even if it will go to the store's owner.
  const isMoved = !isSameAddress(email.recipient, wasTried ? to : delivery.email);
  if (!wasTried && !isMoved) return null;
  if (await hasNewerEmail(reader, email, to)) return "newer";
  return wasTried && isMoved ? "moved" : null;
}
