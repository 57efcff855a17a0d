import type { Order } from "../../../delivery/orders/order-columns.ts";
import { type OrderItem, withItems } from "../../../delivery/orders/queries.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { FollowedPlan } from "../known/shop-orders.ts";

type Units = FollowedPlan["units"];
type Parts = NonNullable<FollowedPlan["parts"]>;

/**
 * Products (row numbers) of the first plan that the order has only as part of a bundle. From then on, they stand for the bundle.
 * For an order that was created elsewhere.
 */
export async function partsOf(tx: Tx, order: Order, plan: Units): Promise<Parts> {
  const [{ items = [] } = {}] = await withItems(tx, [order]);
  const running = items.filter(({ revokedAt }) => revokedAt === null);
  const own = new Map(running.flatMap((item) => (item.bundleItemId === null ? [[item.id, item]] : [])));
  const has = new Set([...own.values()].map(({ productId }) => productId));
  const parts = running.flatMap((part): [number, Parts[number]][] => {
    const bundle = own.get(part.bundleItemId ?? 0);
    if (bundle === undefined || has.has(part.productId) || plan[part.productId] === undefined) return [];
    return [[part.productId, { bundle: bundle.productId, units: unitsInOne(part, bundle) }]];
  });
  return Object.fromEntries(parts.toReversed());
}

const unitsInOne = (part: OrderItem, bundle: OrderItem) => Math.max(1, Math.round(part.quantity / bundle.quantity));

/** The plan with bundles instead of their parts. */
export function withBundles(plan: Units, parts: Parts): Units {
  const units: Units = {};
  for (const [id, count] of Object.entries(plan).map(([id, count]) => [Number(id), count] as const)) {
    const part = parts[id];
    const product = part?.bundle ?? id;
    const its = part === undefined ? count : Math.max(1, Math.round(count / part.units));
    units[product] = Math.max(units[product] ?? 0, its);
  }
  return units;
}
