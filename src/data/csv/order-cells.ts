import { z } from "zod";
import { messageProblem } from "../../delivery/orders/gifts/gift.ts";
import { invoiceUrlProblem, largestQuantity, mostLines, paymentIdProblem } from "../../delivery/orders/order-input.ts";
import { saidBy, subscriptionStatuses } from "../../delivery/orders/subscriptions/subscription-status.ts";
import type { Instant } from "../../platform/instants.ts";
import { textProblem } from "../../platform/text.ts";
import { withCheck } from "../../platform/zod-check.ts";
import {
  boolean,
  countList,
  currency,
  email,
  instant,
  instantList,
  language,
  orderId,
  orNone,
  pastInstant,
  setting,
  text,
  totalAmount,
  unlessUnset,
  vendorId,
  wholeNumber,
} from "./cells.ts";
import type { Columns } from "./csv-header.ts";
import type { CsvRow } from "./csv-read.ts";
import { eddOrders } from "./edd-export.ts";
import { gumroadOrders } from "./gumroad-export.ts";
import { readSkus, type SkuCount, splitList } from "./lists.ts";
import { shopifyOrders } from "./shopify-export.ts";

export type OrderCells = z.output<ReturnType<typeof orderCells>>;

const idHint = "use id for the ID in Waybill, or vendor_id for your order ID";
const dateHint = "use created_at for the date of the order";

export const orderFileColumns: Columns = {
  required: ["email", "skus"],
  optional: [
    ...[
      "id",
      "vendor_id",
      "first_name",
      "last_name",
      "title",
      "total",
      "currency",
      "status",
      "test",
      "held_at",
      "revoked_at",
      "revoked_skus",
      "expiration_date",
      "expiration_hours_from_first_download",
    ],
    ...["quantity", "download_limit", "download_count", "item_downloads", "downloads_remaining"],
    ...["updates_until", "license_keys"],
    ...["custom_1", "custom_2", "custom_3", "locale", "invoice_url"],
    ...["subscription_id", "subscription_status", "access_until", "created_at", "send_email"],
    ...["recipient_email", "recipient_name", "gift_message", "deliver_at"],
  ],
  ignored: ["download_url"],
  alsoCalled: {
    item_sku: "skus",
    item_skus: "skus",
    product_sku: "skus",
    product_skus: "skus",
    email_address: "email",
    customer_email: "email",
    buyer_email: "email",
    order_total: "total",
    quantities: "quantity",
    qty: "quantity",
  },
  hints: {
    order_id: idHint,
    order_number: idHint,
    order_date: dateHint,
    date: dateHint,
    amount: "use total for the price of the whole order",
    price: "use total for the price of the whole order",
    expired: "use status (open or expired) and expiration_date",
  },
  otherExports: [gumroadOrders, eddOrders, shopifyOrders],
};

/** The `skus` cell of an exported order without products. Empty cells of a file are absent. */
const noSkus = "";

/**
 * Adds `skus` to an exported row of an order without products. Only exported rows have the order's link. In other rows,
 * an empty cell is an error.
 */
export function withNoSkus({ row, cells }: CsvRow): CsvRow {
  const isExported = cells.skus === undefined && cells.download_url !== undefined;
  return { row, cells: isExported ? { ...cells, skus: noSkus } : cells };
}

/** The statuses that orders store. Whether access has ended follows from its date. */
const subscriptionStatus = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(subscriptionStatuses, { error: `must be one of ${subscriptionStatuses.join(", ")}` }))
  .transform((status) => (status === "ended" ? undefined : saidBy(status)));

/** The schema of each cell of an order. */
export function orderCells(now: Instant) {
  return z.object({
    id: orderId.optional(),
    vendor_id: vendorId.optional(),
    email,
    first_name: text(255).optional(),
    last_name: text(255).optional(),
    title: text(255).optional(),
    total: totalAmount.optional(),
    currency: currency.optional(),
    skus: z
      .string({ error: "is required" })
      .refine((cell) => cell === noSkus || splitList(cell, 1).length > 0, "must contain at least one SKU")
      .transform((cell) => readSkus(cell, mostLines))
      .refine((skus) => skus.length <= mostLines, `must contain at most ${mostLines} SKUs`)
      .refine(
        (skus) => skus.every(({ sku }) => textProblem(sku.trim(), { longest: 255 }) === null),
        "must contain SKUs of 1 to 255 printable characters",
      )
      .refine(
        (skus) => skus.every(({ quantity }) => quantity >= 1 && quantity <= largestQuantity),
        `must contain quantities from 1 to ${largestQuantity}`,
      ),
    quantity: countList({ least: 1, most: largestQuantity }).optional(),
    status: z.string().trim().toLowerCase().optional(),
    test: boolean.optional(),
    held_at: unlessUnset(pastInstant(now)),
    revoked_at: unlessUnset(pastInstant(now)),
    revoked_skus: z
      .string()
      .transform((cell) => readSkus(cell, mostLines))
      .optional(),
    expiration_date: unlessUnset(orNone("never", instant)),
    expiration_hours_from_first_download: setting.optional(),
    download_limit: orNone("unlimited", wholeNumber).optional(),
    download_count: countList({}).optional(),
    item_downloads: countList({}).optional(),
    downloads_remaining: countList({ word: "unlimited" }).optional(),
    updates_until: instantList.optional(),
    license_keys: countList({ word: "none" }).optional(),
    custom_1: text(1000).optional(),
    custom_2: text(1000).optional(),
    custom_3: text(1000).optional(),
    locale: language.optional(),
    invoice_url: withCheck(z.string().trim(), invoiceUrlProblem).optional(),
    subscription_id: withCheck(z.string().trim(), paymentIdProblem).optional(),
    subscription_status: subscriptionStatus.optional(),
    access_until: unlessUnset(instant),
    recipient_email: email.optional(),
    recipient_name: text(255).optional(),
    gift_message: withCheck(z.string(), messageProblem).optional(),
    deliver_at: unlessUnset(instant),
    created_at: unlessUnset(pastInstant(now)),
    send_email: boolean.optional(),
    download_url: z.string().optional(),
  });
}

/** The products of the row, with the quantities from the column `quantity`. */
export function skusOf({ skus = [], quantity }: Partial<OrderCells>): SkuCount[] {
  if (quantity === undefined || quantity.length !== skus.length) return skus;
  return skus.map((one, index) => ({ ...one, quantity: quantity[index] ?? one.quantity }));
}

/** A message if the column `quantity` does not match `skus`; null otherwise. */
export function quantityProblem({ skus = [], quantity }: Partial<OrderCells>): string | null {
  if (quantity === undefined) return null;
  if (quantity.length !== skus.length) return `must be one number for each of the ${skus.length} SKUs`;
  const contradicts = skus.some((sku, index) => sku.quantity !== 1 && sku.quantity !== quantity[index]);
  return contradicts ? "contradicts skus" : null;
}
