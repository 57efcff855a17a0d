import { hastenEmails } from "../../messages/mail/outbox.ts";
import { recordEvents } from "../../messages/webhooks/record-events.ts";
import type { Tx } from "../../platform/database/database.ts";
import { foldedAddress, isSameAddress } from "../../platform/email-address.ts";
import type { Instant } from "../../platform/instants.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import { isToCome } from "./gift.ts";
import { lockLiveOrders } from "./live.ts";
import { orderEvent } from "./order-events.ts";

/**
 * Changes the recipient's address of those of the gifts (row numbers) that are still to `from`. Queued emails go to the new
 * address too. The buyer's address stays (`moveOrders`).
 */
export async function moveGifts(
  tx: Tx,
  ids: number[],
  { from, to }: { from: string; to: string },
  now: Instant,
): Promise<void> {
  if (ids.length === 0) return;
  const orders = await lockLiveOrders(tx)
    .where("id", "in", ids)
    .returning(["id", "account_id as accountId", "recipient_email as recipient", "deliver_at as deliverAt"])
    .execute();
  const changed = orders.filter(
    ({ recipient }) => recipient !== null && isSameAddress(recipient, from) && recipient !== to,
  );
  if (changed.length === 0) return;
  const moved = changed.map(({ id }) => id);
  await noteChangedOrders(tx, moved);
  await tx
    .updateTable("orders")
    .set({ recipient_email: to, recipient_search: foldedAddress(to) })
    .where("id", "in", moved)
    .execute();
  for (const gift of changed) if (!isToCome(gift, now)) await hastenEmails(tx, gift.id, now);
  const events = changed.map(({ id, accountId }) => orderEvent(accountId, "order.updated", id, now));
  await recordEvents(tx, events);
}
