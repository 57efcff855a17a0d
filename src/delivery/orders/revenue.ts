import type { Tx } from "../../platform/database/database.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { RevenueChange } from "../../store/statistics/revenue.ts";
import { earningItems } from "./live-rows.ts";
import type { Order } from "./order-columns.ts";
import { paymentsOfOrders } from "./subscriptions/payments.ts";
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
    : { at: createdAt, currency: currency ?? account.currency, amount: tenThousandths(total) };
}

/** An amount of money in the unit in which revenue is counted. */
export const tenThousandths = (amount: number): number => Math.round(amount * 10_000);

/**
 * Like `revenueOf`, for a stored order, and with the payments that renewed it, each on its day. Includes items whose products
 * were deleted: their revenue stays counted. Empty for a revoked order.
 */
export async function storedRevenue(
  tx: Tx,
  account: Pick<Account, "currency">,
  order: Pick<Order, "id" | "createdAt" | "currency" | "revokedAt" | "test">,
): Promise<RevenueChange[]> {
  if (order.revokedAt !== null || order.test === 1) return [];
  const items = await earningItems(tx)
    .select(["item.price", "item.quantity"])
    .where("item.order_id", "=", order.id)
    .execute();
  const payments = await paymentsOfOrders(tx, [order.id]);
  return [revenueOf(account, order, items) ?? [], payments.flatMap(revenueOfPayment)].flat();
}

/** What a payment that renews an order adds to the account's revenue. */
export const revenueOfPayment = ({
  paidAt,
  currency,
  amount,
}: {
  paidAt: RevenueChange["at"];
  currency: string;
  amount: number | null;
}): RevenueChange[] => (amount === null ? [] : [{ at: paidAt, currency, amount }]);

/** The changes that turn an order's earlier revenue into its new one. */
export const revenueDifference = (before: RevenueChange[], after: RevenueChange[]): RevenueChange[] => [
  ...before.map((change) => ({ ...change, amount: -change.amount })),
  ...after,
];
