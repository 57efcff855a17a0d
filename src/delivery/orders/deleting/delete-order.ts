import { forgetEventsOfOrders } from "../../../messages/connection-events/remove-events.ts";
import { forgetEmailsOfOrders, forgetLibraryEmails } from "../../../messages/mail/forget-emails.ts";
import { forgetDeliveries } from "../../../messages/webhooks/forget.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { forgetAnswers } from "../../../store/idempotency/keyed-answers.ts";
import { countKeptItems } from "../../../store/statistics/count.ts";
import { countRevenue } from "../../../store/statistics/revenue.ts";
import { forgetLibraryLinks } from "../../library/library-links.ts";
import { forgetLinksTo } from "../gifts/erase-gifts.ts";
import { lockOrder } from "../lock-order.ts";
import { withoutPersonalData } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { forgetOrderHolds } from "../order-holds.ts";
import { forgetNotesWithoutOrders } from "../reading/of-customer.ts";
import { forgetRequests } from "../renewals/renewal-requests.ts";
import { revenueDifference, storedRevenue } from "../revenue.ts";
import { forgetPayments } from "../subscriptions/payments.ts";
import { eraseItems } from "./erase-orders.ts";

/**
 * Deletes the order: its links stop working, its queued emails are not sent, and its customer's data is erased.
 * Recorded downloads remain. Throws `not_found`.
 */
export async function deleteOrder(tx: Tx, account: Account, id: string, now: Instant): Promise<void> {
  const order = await lockOrder(tx, account.id, id);
  const worth = await storedRevenue(tx, account, order);
  await tx
    .updateTable("orders")
    .set({ deleted_at: now, ...withoutPersonalData })
    .where("id", "=", order.id)
    .execute();
  const removed = await tx
    .updateTable("order_items")
    .set({ removed_at: now })
    .where("order_id", "=", order.id)
    .where("removed_at", "is", null)
    .returning("product_id as productId")
    .execute();
  await eraseItems(tx, [order.id]);
  await forgetEmailsOfOrders(tx, [order.id]);
  await forgetRequests(tx, [order.id]);
  await forgetPayments(tx, [order.id]);
  await forgetOrderHolds(tx, [order.id]);
  await forgetAnswers(tx, [order.id]);
  await forgetEventsOfOrders(tx, [order.id]);
  // Emails first: writing one creates a link.
  await forgetLibraryEmails(tx, account.id, order.email);
  await forgetLibraryLinks(tx, account.id, order.email);
  await forgetLinksTo(tx, account.id, order.recipientEmail);
  await forgetNotesWithoutOrders(tx, account.id, order.email);
  if (order.recipientEmail !== null) await forgetNotesWithoutOrders(tx, account.id, order.recipientEmail);
  await countKeptItems(tx, account.id, new Map(removed.map(({ productId }) => [productId, -1])), now);
  await countRevenue(tx, account.id, revenueDifference(worth, []));
  await forgetDeliveries(tx, [order.id], now);
  await recordOrderEvent(tx, account.id, "order.deleted", order.id, now);
}
