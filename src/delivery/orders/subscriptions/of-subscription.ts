import type { Reader } from "../../../platform/database/database.ts";
import { visibleText } from "../../../platform/text.ts";
import { liveOrders } from "../live-rows.ts";
import { type Order, orderColumns } from "../order-columns.ts";

/** One subscription pays for one order, or for a few that replaced each other. */
const mostLookedAt = 20;

/** The order that the subscription with this ID of the shop pays for; null if there is none, or if several are not revoked. */
export async function orderOfSubscription(
  reader: Reader,
  accountId: number,
  subscriptionId: string,
): Promise<Order | null> {
  const orders = await liveOrders(reader)
    .select(orderColumns)
    .where("account_id", "=", accountId)
    .where("subscription_id", "is not", null)
    .where("subscription_id", "=", visibleText(subscriptionId))
    .limit(mostLookedAt)
    .execute();
  const running = orders.filter(({ revokedAt }) => revokedAt === null);
  const [order = null, ...others] = running.length > 0 ? running : orders;
  return others.length === 0 ? order : null;
}
