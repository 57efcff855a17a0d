import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { defaultExpiry, type Ends, endingAt, endsOf } from "./expiration.ts";
import { type Gift, opensAt } from "./gift.ts";
import { liveItems } from "./live.ts";
import type { Order } from "./queries.ts";

/** The expiry that the order would have if it were new. */
export async function currentDefault(tx: Tx, account: Account, order: Order, now: Instant): Promise<Ends> {
  if (order.accessUntil !== null) return endsOf(endingAt(null), order.accessUntil);
  const products = await liveItems(tx)
    .select(["product.order_expiration_in_hours as orderExpirationInHours", "product.expires_from as expiresFrom"])
    .where("item.order_id", "=", order.id)
    .execute();
  return endsOf(defaultExpiry(account, products, opensAt(order, now)), null);
}

/** The end of an order whose gift comes at another time: a default expiration counts from the delivery, and moves with it. */
export async function movedDefault(
  tx: Tx,
  account: Account,
  before: Order,
  { deliverAt }: Gift,
): Promise<Partial<Ends>> {
  if (deliverAt === before.deliverAt || before.expiresAt === null) return {};
  const then = await currentDefault(tx, account, before, before.createdAt);
  if (then.expiresAt !== before.expiresAt) return {};
  return currentDefault(tx, account, { ...before, deliverAt }, before.createdAt);
}
