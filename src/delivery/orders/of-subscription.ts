import type { Reader } from "../../platform/database/database.ts";
import { visibleText } from "../../platform/text.ts";
import { liveOrders } from "./live.ts";
import { type Order, orderColumns } from "./queries.ts";

/** The order that the subscription with this ID of the shop pays for; null for none, and for several. */
export async function orderOfSubscription(
  reader: Reader,
  accountId: number,
  subscriptionId: string,
): Promise<Order | null> {
  const [order = null, ...others] = await liveOrders(reader)
    .select(orderColumns)
    .where("account_id", "=", accountId)
    .where("subscription_id", "is not", null)
    .where("subscription_id", "=", visibleText(subscriptionId))
    .limit(2)
    .execute();
  return others.length === 0 ? order : null;
}
