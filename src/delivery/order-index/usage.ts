import type { OrderUsage } from "../../platform/database/schema.ts";
import type { OrderWithItems } from "../orders/orders.ts";
import type { Supply } from "../orders/state.ts";
import { stopOf } from "../orders/stopped.ts";

/** Kinds of usage that matter to the store. */
export const orderUsages = [
  /** It has files, and none was ever downloaded. */
  "never_downloaded",
  /** It was downloaded from `manyAddresses` or more. */
  "many_addresses",
] as const satisfies OrderUsage[];

/**
 * From this many IPv4 addresses or IPv6 /64 networks, an order counts as widely used: more than one person has at home,
 * at work and on the road.
 */
export const manyAddresses = 5;

/** All usages that apply to the order; none for a test order. */
export function usagesOf(order: OrderWithItems, { withFiles }: Supply, addresses: number): OrderUsage[] {
  if (order.test === 1) return [];
  const hasFiles = order.items.some(({ productId }) => withFiles.has(productId));
  const isUntouched = order.downloadCount === 0 && hasFiles && stopOf(order) === null;
  return [
    ...(isUntouched ? (["never_downloaded"] as const) : []),
    ...(addresses >= manyAddresses ? (["many_addresses"] as const) : []),
  ];
}
