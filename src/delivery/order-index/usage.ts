import type { EmailStatus, OrderUsage } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";
import type { OrderWithItems } from "../orders/queries.ts";
import type { Supply } from "../orders/state.ts";
import { stopOf } from "../orders/stop-reasons.ts";
import { type SubscriptionStatus, subscriptionStatusOf } from "../orders/subscriptions/subscription-status.ts";

/** Kinds of usage that matter to the store. */
export const orderUsages = [
  /** It has files, and none was ever downloaded. */
  "never_downloaded",
  /** It was downloaded from `manyAddresses` or more. */
  "many_addresses",
] as const satisfies OrderUsage[];

/** Statuses of the newest delivery email by which orders are listed, each with its usage in the index. */
export const listedEmails = {
  kept: "email_kept",
  over_allowance: "email_over_allowance",
  bounced: "email_bounced",
} as const satisfies { [Status in EmailStatus]?: OrderUsage };

/**
 * From this many IPv4 addresses or IPv6 /64 networks, an order counts as widely used: more than one person has at home,
 * at work and on the road.
 */
export const manyAddresses = 5;

/** Each status of an order's subscription, with its usage in the index. */
export const listedSubscriptions = {
  active: "subscription_active",
  payment_failed: "subscription_payment_failed",
  canceled: "subscription_canceled",
  ended: "subscription_ended",
} as const satisfies Record<SubscriptionStatus, OrderUsage>;

/** Facts about an order's usage that are not in its row. */
interface UsageFacts {
  /** Status of its newest delivery email. */
  email: EmailStatus | undefined;
  supply: Pick<Supply, "withFiles">;
  /** The number of addresses that downloaded it, if it was downloaded often. */
  addresses: number;
  now: Instant;
}

/** All usages that apply to the order; for a test order only those of its email and subscription. */
export function usagesOf(order: OrderWithItems, { email, supply, addresses, now }: UsageFacts): OrderUsage[] {
  const ofEmail = Object.entries(listedEmails).flatMap(([status, usage]) => (status === email ? [usage] : []));
  const subscription = subscriptionStatusOf(order, now);
  const told = [...ofEmail, ...(subscription === null ? [] : [listedSubscriptions[subscription]])];
  return order.test === 1 ? told : [...told, ...usagesByCustomer(order, supply, addresses)];
}

function usagesByCustomer(order: OrderWithItems, { withFiles }: Pick<Supply, "withFiles">, addresses: number) {
  const hasFiles = order.items.some(({ productId }) => withFiles.has(productId));
  const isUntouched = order.downloadCount === 0 && hasFiles && stopOf(order) === null;
  return [
    ...(isUntouched ? (["never_downloaded"] as const) : []),
    ...(addresses >= manyAddresses ? (["many_addresses"] as const) : []),
  ];
}
