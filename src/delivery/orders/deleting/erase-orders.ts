import { forgetEventsOfOrders } from "../../../messages/connection-events/remove-events.ts";
import { forgetEmailsOfOrders } from "../../../messages/mail/forget-emails.ts";
import { forgetDeliveries } from "../../../messages/webhooks/forget.ts";
import { recordEvents } from "../../../messages/webhooks/record-events.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { locking, lockRows, needsRowLocks } from "../../../platform/database/row-locks.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { containsAddress, isSameAddress } from "../../../platform/email-address.ts";
import type { Instant } from "../../../platform/instants.ts";
import { forgetAnswers } from "../../../store/idempotency/keyed-answers.ts";
import { noteChangedOrders } from "../../../store/order-changes/note-changes.ts";
import { forgetDevicesOfOrders } from "../../licenses/devices.ts";
import { forgetReasonsOfOrders } from "../../licenses/item-keys.ts";
import { eraseLicenseFiles } from "../../licenses/key-texts.ts";
import { removeStampedOfOrders } from "../../stamps/stamped-files.ts";
import { forgetLinksTo } from "../gifts/erase-gifts.ts";
import { itemWithoutPersonalData } from "../item-columns.ts";
import { withoutPersonalData } from "../order-columns.ts";
import { orderEvent } from "../order-events.ts";
import { forgetOrderHolds } from "../order-holds.ts";
import { forgetRequests } from "../renewals/renewal-requests.ts";
import { eraseIdsOfPayments } from "../subscriptions/payments.ts";

interface LockedOrder {
  id: number;
  accountId: number;
  publicId: string;
  vendorId: string | null;
  recipientEmail: string | null;
}

/**
 * Locks the orders (row numbers) that still belong to the customer, and their items, until the transaction ends. By then, running
 * downloads have been recorded, and no new ones can follow.
 */
export const lockOrdersOfCustomer = (tx: Tx, ids: number[], address: string): Promise<LockedOrder[]> =>
  lockThose(tx, ids, ({ email }) => isSameAddress(email, address));

/** The same for orders that are still gifts to this address. */
export const lockGiftsTo = (tx: Tx, ids: number[], address: string): Promise<LockedOrder[]> =>
  lockThose(tx, ids, ({ recipientEmail }) => recipientEmail !== null && isSameAddress(recipientEmail, address));

async function lockThose(
  tx: Tx,
  ids: number[],
  belongs: (order: LockedOrder & { email: string }) => boolean,
): Promise<LockedOrder[]> {
  const orders = await lockRows(tx, "orders")
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .returning(["id", "account_id as accountId", "email", "public_id as publicId", "vendor_id as vendorId"])
    .returning("recipient_email as recipientEmail")
    .execute();
  const held = orders.filter(belongs);
  if (held.length === 0 || !needsRowLocks(tx)) return held;
  const items = tx
    .selectFrom("order_items")
    .select("id")
    .where(
      "order_id",
      "in",
      held.map(({ id }) => id),
    )
    .orderBy("id");
  await locking(tx, items).execute();
  return held;
}

/**
 * Erases all personal data in the orders, which must be locked. They deliver nothing and are shown nowhere. Unlike deleted
 * orders, they keep their items and revenue in all counts.
 */
export async function eraseOrders(tx: Tx, orders: LockedOrder[], address: string, now: Instant): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  await noteChangedOrders(tx, ids);
  await eraseAll(tx, { ids: JSON.stringify(ids), now });
  await eraseItems(tx, ids);
  for (const order of orders) await eraseIds(tx, order, address);
  await forgetEmailsOfOrders(tx, ids);
  await forgetRequests(tx, ids);
  await eraseIdsOfPayments(tx, ids);
  await forgetOrderHolds(tx, ids);
  await forgetAnswers(tx, ids);
  await forgetEventsOfOrders(tx, ids);
  for (const { accountId, recipientEmail } of orders) await forgetLinksTo(tx, accountId, recipientEmail);
  await forgetDeliveries(tx, ids, now);
  await recordEvents(
    tx,
    orders.map(({ id, accountId }) => orderEvent(accountId, "order.deleted", id, now)),
  );
}

const eraseAll = prepared<{ ids: string; now: Instant }, never>((db, { ids, now }) =>
  db
    .updateTable("orders")
    .set({ deleted_at: now, ...withoutPersonalData })
    .where("id", "in", valueSet(db, "integer", ids)),
);

/**
 * Erases personal data in the items of these orders (row numbers), including removed items: the devices of their licenses, the
 * reasons for replacing keys, and license files and stamped files that name the customer.
 */
export async function eraseItems(tx: Tx, orderIds: number[]): Promise<void> {
  await forgetDevicesOfOrders(tx, orderIds);
  await forgetReasonsOfOrders(tx, orderIds);
  await eraseLicenseFiles(tx, orderIds);
  await removeStampedOfOrders(tx, orderIds);
  await eraseItemTexts(tx, { ids: JSON.stringify(orderIds) });
}

const personalColumns = Object.keys(itemWithoutPersonalData) as (keyof typeof itemWithoutPersonalData)[];

const eraseItemTexts = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("order_items")
    .set(itemWithoutPersonalData)
    .where("order_id", "in", valueSet(db, "integer", ids))
    .where(({ eb, or }) => or(personalColumns.map((column) => eb(column, "is not", null)))),
);

/** Shops may derive order IDs from the customer's address. */
async function eraseIds(tx: Tx, { id, publicId, vendorId }: LockedOrder, address: string): Promise<void> {
  const holds = (text: string | null) => containsAddress(text, address);
  if (!holds(publicId) && !holds(vendorId)) return;
  await tx
    .updateTable("orders")
    .set({
      ...(holds(publicId) ? { public_id: `erased-${id}` } : {}),
      ...(holds(vendorId) ? { vendor_id: null, vendor_search: null, vendor_number: null } : {}),
    })
    .where("id", "=", id)
    .execute();
}
