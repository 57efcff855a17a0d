import { z } from "@hono/zod-openapi";
import type { OrderSearch } from "../../../delivery/order-index/search.ts";
import type { OrderSort } from "../../../delivery/order-index/sorts.ts";
import { listedEmails, listedSubscriptions, manyAddresses, orderUsages } from "../../../delivery/order-index/usage.ts";
import { orderStates } from "../../../delivery/orders/state.ts";
import { subscriptionStatuses } from "../../../delivery/orders/subscriptions/subscription-status.ts";
import { rangeDay } from "../day-range.ts";
import { ofStatus, soughtEmail } from "../framework/fields.ts";
import { boolean, optional, withDefault } from "../framework/loose-values.ts";

const emails = Object.keys(listedEmails) as (keyof typeof listedEmails)[];

/** Filters of the list of orders, and of its export. */
export const orderFilters = {
  status: withDefault(z.enum(["open", "expired", "all"], { error: "must be open, expired or all" }), "all").openapi(
    ofStatus,
  ),
  state: optional(z.enum(orderStates, { error: `must be one of ${orderStates.join(", ")}` })).openapi({
    type: "string",
    enum: [...orderStates],
    description: "Only orders with this state.",
    example: "open",
  }),
  usage: optional(z.enum(orderUsages, { error: `must be one of ${orderUsages.join(", ")}` })).openapi({
    type: "string",
    enum: [...orderUsages],
    description: `How the customer uses the order. \`never_downloaded\`: it has files, and none was ever downloaded. \`many_addresses\`: it was downloaded from ${manyAddresses} or more IP addresses. Test orders are left out.`,
    example: "never_downloaded",
  }),
  email_status: optional(z.enum(emails, { error: `must be one of ${emails.join(", ")}` })).openapi({
    type: "string",
    enum: [...emails],
    description: "Only orders whose latest delivery email has this status.",
    example: "kept",
  }),
  subscription_status: optional(
    z.enum(subscriptionStatuses, { error: `must be one of ${subscriptionStatuses.join(", ")}` }),
  ).openapi({
    type: "string",
    enum: [...subscriptionStatuses],
    description: "Only orders whose subscription has this status.",
    example: "active",
  }),
  from: optional(rangeDay).openapi({ description: "First day of the creation, in UTC.", example: "2026-01-01" }),
  to: optional(rangeDay).openapi({ description: "Last day of the creation, in UTC.", example: "2099-12-31" }),
  email: soughtEmail.optional().describe("Customer's complete email address, in any spelling."),
  recipient_email: soughtEmail.optional().openapi({
    description: "Complete email address, in any spelling, of the person who gets the order as a gift.",
    example: "eve@example.com",
  }),
  vendor_id: z.string().optional().describe("Exactly your order ID."),
  subscription_id: z.string().optional().openapi({
    description: "Exactly your shop's ID of the subscription that pays for the order.",
    example: "sub_4711",
  }),
  sku: z.string().optional().describe("Only orders that contain the product with this SKU."),
  waiting_for_keys: optional(boolean).describe(
    "Set to true for orders that are still waiting for license keys. With `sku`: for keys of that product.",
  ),
  q: z
    .string()
    .optional()
    .describe(
      "A complete order ID (in any case and with any punctuation, also as `#1394` or `order 1394`), download link, SKU, license key or subscription's ID, or the beginning of an email address or a name, the customer's or a recipient's. Case does not matter in addresses and names, and accents and apostrophes do not matter in names.",
    ),
};

type OrderFilters = z.output<z.ZodObject<typeof orderFilters>>;

export function searchOf({
  q: text,
  vendor_id: vendorId,
  subscription_id: subscriptionId,
  recipient_email: recipient,
  waiting_for_keys: waitingForKeys,
  usage,
  email_status: email,
  subscription_status: subscription,
  ...rest
}: OrderFilters): OrderSearch {
  const usages = [
    ...(subscription ? [listedSubscriptions[subscription]] : []),
    ...(email ? [listedEmails[email]] : []),
    ...(usage ? [usage] : []),
  ];
  return { ...rest, text, recipient, vendorId, subscriptionId, waitingForKeys, usages };
}

const sortFields = {
  created_at: "createdAt",
  total: "total",
  customer: "customer",
  vendor_id: "ownId",
  access_until: "end",
} as const;
type SortField = keyof typeof sortFields;

export const orderSorts = Object.keys(sortFields).flatMap((field) => [field, `-${field}`]) as [
  SortField | `-${SortField}`,
  ...(SortField | `-${SortField}`)[],
];

/** Reads one of `orderSorts`. */
export function sortOf(sort: (typeof orderSorts)[number]): OrderSort {
  const descending = sort.startsWith("-");
  return { by: sortFields[sort.slice(descending ? 1 : 0) as SortField], descending };
}
