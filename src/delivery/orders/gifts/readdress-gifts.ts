import type { Tx } from "../../../platform/database/database.ts";
import { foldedAddress, isSameAddress } from "../../../platform/email-address.ts";
import type { Instant } from "../../../platform/instants.ts";
import { setAddress } from "../changing/readdress-orders.ts";
import { lockLiveOrders } from "../live-rows.ts";
import { isToCome } from "./gift.ts";

/**
 * Changes the recipient's address of the gifts (row numbers) that are still for `from`. Queued emails go to the new address too.
 * The buyer's address stays (`readdressOrders`).
 */
export async function readdressGifts(
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
  const hastened = changed.filter((gift) => !isToCome(gift, now));
  await setAddress(tx, changed, { recipient_email: to, recipient_search: foldedAddress(to) }, { hastened, now });
}
