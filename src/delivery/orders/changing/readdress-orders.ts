import type { Updateable } from "kysely";
import { hastenEmails } from "../../../messages/mail/due-times.ts";
import { recordEvents } from "../../../messages/webhooks/record-events.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { Schema } from "../../../platform/database/schema.ts";
import { foldedAddress, isSameAddress } from "../../../platform/email-address.ts";
import type { Instant } from "../../../platform/instants.ts";
import { noteChangedOrders } from "../../../store/order-changes/note-changes.ts";
import { lockLiveOrders } from "../live-rows.ts";
import { orderEvent } from "../order-events.ts";

/** Changes the address of the orders (row numbers) that still belong to the customer. Queued emails go to the new address too. */
export async function readdressOrders(
  tx: Tx,
  ids: number[],
  { from, to }: { from: string; to: string },
  now: Instant,
): Promise<void> {
  if (ids.length === 0) return;
  const orders = await lockLiveOrders(tx)
    .where("id", "in", ids)
    .returning(["id", "email", "account_id as accountId"])
    .execute();
  const changed = orders.filter(({ email }) => isSameAddress(email, from) && email !== to);
  await setAddress(tx, changed, { email: to, email_search: foldedAddress(to) }, { hastened: changed, now });
}

type AddressColumns = Pick<
  Updateable<Schema["orders"]>,
  "email" | "email_search" | "recipient_email" | "recipient_search"
>;

/**
 * Changes the address in orders, which must be locked, when a person's address changes. The queued emails of `hastened` orders go
 * there at once.
 */
export async function setAddress(
  tx: Tx,
  orders: { id: number; accountId: number }[],
  address: AddressColumns,
  { hastened, now }: { hastened: { id: number }[]; now: Instant },
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  await noteChangedOrders(tx, ids);
  await tx.updateTable("orders").set(address).where("id", "in", ids).execute();
  for (const { id } of hastened) await hastenEmails(tx, id, now);
  const events = orders.map(({ id, accountId }) => orderEvent(accountId, "order.updated", id, now));
  await recordEvents(tx, events);
}
