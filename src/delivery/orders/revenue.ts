import type { Tx } from "../../platform/database/database.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { RevenueChange } from "../../store/statistics/revenue.ts";
import { earningItems } from "./live.ts";
import type { Order } from "./queries.ts";
import { totalOf } from "./total.ts";

type Priced = { price: number | null; quantity: number };

/** What an order adds to the account's revenue; null for a test order, and if no item has a price. */
export function revenueOf(
  account: Pick<Account, "currency">,
  { createdAt, currency, test }: Pick<Order, "createdAt" | "currency"> & Partial<Pick<Order, "test">>,
  items: Priced[],
): RevenueChange | null {
  const total = test === 1 ? null : totalOf(items);
  return total === null
    ? null
    : { at: createdAt, currency: currency ?? account.currency, amount: Math.round(total * 10_000) };
}

/**
 * Like `revenueOf`, for a stored order. Includes items whose products were deleted: what they earned stays counted.
 * Also null for a revoked order.
 */
export async function storedRevenue(
  tx: Tx,
  account: Pick<Account, "currency">,
  order: Pick<Order, "id" | "createdAt" | "currency" | "revokedAt" | "test">,
): Promise<RevenueChange | null> {
  if (order.revokedAt !== null) return null;
  const items = await earningItems(tx)
    .select(["item.price", "item.quantity"])
    .where("item.order_id", "=", order.id)
    .execute();
  return revenueOf(account, order, items);
}

/** The changes from an order's earlier revenue to its new one. */
export function revenueDifference(before: RevenueChange | null, after: RevenueChange | null): RevenueChange[] {
  return [...(before ? [{ ...before, amount: -before.amount }] : []), ...(after ? [after] : [])];
}
