import { z } from "@hono/zod-openapi";
import { largestQuantity, mostLines } from "../../orders/order-input.ts";
import {
  amount,
  boolean,
  currency,
  email,
  identifier,
  instant,
  integer,
  notADate,
  shownInstant,
  shownText,
  text,
} from "./fields.ts";

const custom = text(1000).nullish();
const itemCustom = { custom_1: custom, custom_2: custom, custom_3: custom };

/** On a new order null means the store's default, as published clients send it; a word stands for none. */
const expirationDate = z.union([z.literal("never"), instant], { error: notADate });
const downloadLimit = z.union([z.literal("unlimited"), integer()], {
  error: 'must be a whole number from 0 to 2147483647, or "unlimited"',
});

const orderItemInput = z
  .object({
    item_sku: text(255).nullish().openapi({ description: "The product's SKU, matched exactly." }),
    sku: text(255).nullish().openapi({ description: "The same as item_sku." }),
    item_id: integer(0).nullish().openapi({ description: "The product's id, in place of its SKU." }),
    quantity: integer(1, largestQuantity).nullish(),
    price: amount.nullish().openapi({ type: ["number", "string", "null"], description: "Of one unit." }),
    downloads_remaining: integer().nullish(),
    ...itemCustom,
  })
  .superRefine(({ item_sku, sku, item_id }, context) => {
    if (!item_sku && !sku && !item_id) context.addIssue({ code: "custom", path: ["item_sku"], message: "is required" });
  })
  .openapi("NewOrderItem");

const orderFields = {
  vendor_id: identifier
    .nullish()
    .openapi({ type: ["string", "integer", "null"], description: "Your own order ID; null: none." }),
  custom_order_id: identifier
    .nullish()
    .openapi({ type: ["string", "integer", "null"], description: "In place of vendor_id; null counts as absent." }),
  title: text(255).nullish(),
  first_name: text(255).nullish(),
  last_name: text(255).nullish(),
  currency: currency.nullish(),
  custom_1: custom,
  custom_2: custom,
  custom_3: custom,
  expiration_date: expirationDate.nullish().openapi({
    type: ["string", "null"],
    description:
      'ISO 8601, or "never". Null on a new order: the account\'s order_expiration_in_hours from now; on a change: never.',
    example: "2026-11-30T12:00:00+00:00",
  }),
  download_limit: downloadLimit.nullish().openapi({
    type: ["integer", "string", "null"],
    description:
      'Of each file, or "unlimited". Null on a new order: the account\'s download_limit_per_item; on a change: unlimited.',
    example: 5,
  }),
  send_email: boolean.nullish().openapi({ type: ["boolean", "string", "null"] }),
  order_items: z
    .array(orderItemInput, { error: "must be a list" })
    .max(mostLines, `must have at most ${mostLines} order items`)
    .nullish(),
};

/** A paid order. */
export const newOrderInput = z.object({ ...orderFields, email }).openapi("NewOrder", {
  example: {
    vendor_id: "M-1001",
    email: "ann@example.com",
    first_name: "Ann",
    order_items: [{ item_sku: "MAP-1", quantity: 1, price: 9.5 }],
  },
});

/** Changes to an order. */
export const orderChangesInput = z
  .object({ ...orderFields, email: email.nullish() })
  .openapi("OrderChanges", { example: { first_name: "Anna", download_limit: 10 } });

/** At once, of each file of an order item. */
const mostAdditionalDownloads = 100_000;

/** Changes to an order item. */
export const orderItemChangesInput = z
  .object({
    downloads_remaining: integer()
      .optional()
      .openapi({ description: "How often each of its files can be downloaded from now on." }),
    additional_downloads: integer(1, mostAdditionalDownloads)
      .optional()
      .openapi({
        description:
          "In its place: how much more often each of its files can be downloaded. An item without a limit stays without " +
          "one; downloads_remaining is null in the answer then.",
      }),
  })
  .superRefine(({ downloads_remaining, additional_downloads }, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (downloads_remaining === undefined && additional_downloads === undefined) {
      issue("downloads_remaining", "is required, or additional_downloads");
    }
    if (downloads_remaining !== undefined && additional_downloads !== undefined) {
      issue("additional_downloads", "must not stand beside downloads_remaining");
    }
  })
  .openapi("OrderItemChanges", { example: { additional_downloads: 2 } });

export type OrderFields = z.output<typeof orderChangesInput>;

export const orderItemSchema = z
  .object({
    id: z.number().int(),
    item_id: z.number().int(),
    item_sku: z.string(),
    price: z.number().nullable(),
    download_count: z.number().int(),
    custom_1: shownText,
    custom_2: shownText,
    custom_3: shownText,
    created_at: shownInstant,
    product_name: z.string(),
    quantity: z.number().int(),
    downloads_remaining: z
      .number()
      .int()
      .nullable()
      .openapi({ description: "The smallest number over its files; null when unlimited." }),
    download_url: z.string(),
    license_keys: z.array(z.string()),
  })
  .openapi("OrderItem");

export const orderSchema = z
  .object({
    id: z
      .union([z.number().int(), z.string()])
      .openapi({ type: ["integer", "string"], description: "The same as in the unversioned interface." }),
    vendor_id: shownText.openapi({ description: "Your own order ID; null when you gave none." }),
    first_name: shownText,
    last_name: shownText,
    email: z.string(),
    total: z
      .number()
      .nullable()
      .openapi({ description: "Sum of price times quantity; null when no item has a price." }),
    currency: z.string(),
    status: z.enum(["open", "expired"]),
    product_count: z.number().int(),
    download_count: z.number().int(),
    expiration_date: shownInstant.nullable(),
    download_limit: z.number().int().nullable(),
    custom_1: shownText,
    custom_2: shownText,
    custom_3: shownText,
    created_at: shownInstant,
    download_url: z.string().openapi({ description: "The order's page for the customer." }),
    order_items: z.array(orderItemSchema),
    title: shownText,
    source: z.enum(["api", "manual"]).openapi({
      description: "api: sent with the account's credentials, or imported; manual: made by a signed-in person.",
    }),
    email_status: z
      .enum(["queued", "sent", "failed", "over_allowance", "cancelled"])
      .nullable()
      .openapi({ description: "Of the newest delivery email; null when there is none." }),
  })
  .openapi("Order");
