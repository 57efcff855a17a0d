import type { Order, Stats } from "../api/types.ts";

/** What each state is called, in the order in which the filter lists them. */
export const stateWords: Record<Order["state"], string> = {
  on_hold: "On hold",
  email_failed: "Email failed",
  waiting_for_key: "Waiting for a key",
  waiting_for_file: "Waiting for a file",
  email_pending: "Email on its way",
  delivered: "Email sent",
  open: "Open",
  used_up: "Used up",
  expired: "Expired",
  revoked: "Revoked",
};

/** What the badge and the filter call an order whose email did not reach the customer. */
export const emailWords = {
  kept: "Email kept here",
  over_allowance: "Email held back",
  bounced: "Email came back",
} as const satisfies { [Status in Exclude<Order["email_status"], null>]?: string };

/** What each status of a subscription is called. */
export const subscriptionWords: Record<NonNullable<Order["subscription_status"]>, string> = {
  active: "Active",
  payment_failed: "Payment failed",
  canceled: "Canceled, still paid",
  ended: "Ended",
};

/** What a filter calls the ways in which an order is used. */
export const usageWords: Record<keyof Stats["usage"], string> = {
  never_downloaded: "Never downloaded",
  many_addresses: "From many addresses",
};

/** Whether there is something to download, not license keys alone. */
export const hasFiles = ({ order_items }: Pick<Order, "order_items">): boolean =>
  order_items.some(({ has_files }) => has_files);
