import { forgetEmailsOfOrders, forgetLibraryEmails } from "../../../messages/mail/forget-emails.ts";
import { forgetDeliveries } from "../../../messages/webhooks/forget.ts";
import { recordEvents } from "../../../messages/webhooks/record-events.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import { forgetAnswers } from "../../../store/idempotency/keyed-answers.ts";
import { noteChangedOrders } from "../../../store/order-changes/note-changes.ts";
import { forgetLibraryLinks } from "../../library/library-links.ts";
import { forgetDevicesOfOrders } from "../../licenses/devices.ts";
import { forgetReasonsOfOrders } from "../../licenses/item-keys.ts";
import { columnsOf } from "../order-columns.ts";
import { orderEvent } from "../order-events.ts";
import { forgetRequests } from "../renewals/renewal-requests.ts";
import { noGift } from "./gift.ts";

/**
 * Erases the recipient of these gifts, which must be locked. They stay as their buyers' orders without a recipient, with their
 * license keys, and send no emails by themselves: a gift's emails, including the buyer's confirmation, name the recipient.
 * License files name the buyer, and stay.
 */
export async function eraseRecipient(tx: Tx, orders: { id: number; accountId: number }[], now: Instant): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  await noteChangedOrders(tx, ids);
  await tx
    .updateTable("orders")
    .set({ ...columnsOf({ ...noGift, recipientSearch: null, recipientNameSearch: null }), email_waits: 0 })
    .where("id", "in", ids)
    .execute();
  await forgetDevicesOfOrders(tx, ids);
  await forgetReasonsOfOrders(tx, ids);
  await forgetEmailsOfOrders(tx, ids);
  await forgetRequests(tx, ids);
  await forgetAnswers(tx, ids);
  await forgetDeliveries(tx, ids, now);
  await recordEvents(
    tx,
    orders.map(({ id, accountId }) => ({ ...orderEvent(accountId, "order.updated", id, now), erases: true })),
  );
}

/**
 * Call when a gift to this address was deleted (null for an order that is not a gift). Deletes the links to everything that the
 * recipient got, and the address in the emails with these links.
 */
export async function forgetLinksTo(tx: Tx, accountId: number, recipientEmail: string | null): Promise<void> {
  if (recipientEmail === null) return;
  // Emails first: writing one creates a link.
  await forgetLibraryEmails(tx, accountId, recipientEmail);
  await forgetLibraryLinks(tx, accountId, recipientEmail);
}
