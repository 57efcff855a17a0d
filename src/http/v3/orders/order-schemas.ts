import { z } from "@hono/zod-openapi";
import { mostLines } from "../../../delivery/orders/order-input.ts";
import { orderStates } from "../../../delivery/orders/state.ts";
import {
  type SubscriptionStatus,
  subscriptionStatuses,
  toldStatuses,
} from "../../../delivery/orders/subscriptions/subscription-status.ts";
import { orderPath } from "../../../platform/customer-paths.ts";
import { languages } from "../../../platform/i18n/languages.ts";
import { isUnsetInNew } from "../../../platform/instants.ts";
import { created, store } from "../framework/example-store.ts";
import {
  country,
  createdAt,
  currency,
  custom,
  email,
  instant,
  locale,
  meaningOf,
  notADate,
  paymentIdentifier,
  shownCurrency,
  shownCustom,
  shownFirstName,
  shownInstant,
  shownInteger,
  shownLastName,
  shownText,
  text,
  vendorIdentifier,
} from "../framework/fields.ts";
import { boolean, integer, nullish, sentBack } from "../framework/loose-values.ts";
import { emailStatuses } from "../mail/email-statuses.ts";
import { deliverAt, giftFields, shownGift } from "./gift-schemas.ts";
import { heldBySchema } from "./hold-rules.ts";
import { exampleItem, type OrderLineFields, orderItemSchema, orderItems } from "./order-item-schemas.ts";

/** On a new order, null means the store's default, because published clients send it. A word means none. */
const expirationDate = z.union([z.literal("never"), instant], { error: notADate });

/** Clients send some dates for one that was never set. */
const unlessUnset = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === "string" && isUnsetInNew(value) ? undefined : value), schema.optional());
const downloadLimit = z.union([z.literal("unlimited"), integer()], {
  error: 'must be a whole number from 0 to 2147483647, or "unlimited"',
});

const expiration = <Schema extends z.ZodType>(schema: Schema) =>
  nullish(schema).openapi({
    type: ["string", "null"],
    description:
      'When the links expire: an ISO 8601 date, or "never". Null in a new order: after the hours of its products, or else of the account (`order_expiration_in_hours`). Null in an update: never.',
    example: "2026-11-30T12:00:00+00:00",
  });

const accessUntil = <Schema extends z.ZodType>(schema: Schema) =>
  nullish(schema).openapi({
    type: ["string", "null"],
    description:
      "Until when the customer has paid for access: an ISO 8601 date. The links and license keys end then, or the links at `expiration_date` if that is earlier; an order with it has no default expiration. An update that sets it for the first time removes an earlier `expiration_date`, unless it sends one. Null: access does not end.",
    example: "2027-01-01T00:00:00+00:00",
  });

const lines = (order: { isNew: boolean }) =>
  orderItems(order)
    .nullish()
    .openapi({ type: ["array", "null"], items: { $ref: "#/components/schemas/NewOrderItem" } });

const subscriptionStatus = <Status extends SubscriptionStatus>(statuses: readonly Status[], more = "") =>
  nullish(z.enum(statuses, { error: `must be one of ${statuses.join(", ")}` })).openapi({
    type: ["string", "null"],
    enum: [...statuses, null],
    description: `How the subscription stands: \`active\` goes on and is paid, of \`payment_failed\` the last payment failed, and \`canceled\` ends with \`access_until\`. Only of orders with \`access_until\`. Null changes nothing.${more}`,
  });

const orderFields = {
  vendor_id: nullish(vendorIdentifier).openapi({
    type: ["string", "integer", "null"],
    description: "Your order ID, unique in the account. Null: none.",
  }),
  custom_order_id: nullish(vendorIdentifier).openapi({
    type: ["string", "integer", "null"],
    description: "Another name for `vendor_id`. Null is ignored.",
  }),
  title: text(255).nullish().describe("Order name that the customer sees."),
  first_name: text(255).nullish().describe(meaningOf(shownFirstName)),
  last_name: text(255).nullish().describe(meaningOf(shownLastName)),
  currency: nullish(currency),
  custom_1: custom,
  custom_2: custom,
  custom_3: custom,
  expiration_date: expiration(expirationDate),
  download_limit: nullish(downloadLimit).openapi({
    type: ["integer", "string", "null"],
    description:
      'Downloads per file, or "unlimited". Counts before the limits of products. Null in a new order: the `download_limit` of each product, or else the account\'s `download_limit_per_item`. Null in an update: unlimited.',
    example: 5,
  }),
  locale: nullish(locale).openapi({
    enum: [...languages, null],
    description: "Language of the order's page and emails, such as `de` or `de-CH`. Null: the account's.",
  }),
  invoice_url: z
    .string({ error: "must be text" })
    .nullish()
    .describe("URL of your invoice for the customer, with https. Null or empty: none."),
  country: nullish(country).openapi({
    type: ["string", "null"],
    description: "Country of the customer: a code of two letters, such as DE. Your rules for holding orders read it.",
  }),
  subscription_id: paymentIdentifier
    .nullish()
    .describe("Your shop's ID of the subscription that pays for the order. Null: none."),
  subscription_status: subscriptionStatus(toldStatuses),
  access_until: accessUntil(instant),
  ...giftFields,
  send_email: nullish(boolean),
  order_items: lines({ isNew: false }),
};

/** Reports the errors of all lines along with those of the order itself. */
function withLineErrors<Order extends z.ZodType<{ order_items?: OrderLineFields[] | null | undefined }>>(
  order: Order,
): Order {
  return order.superRefine(
    ({ order_items }, context) => {
      for (const [index, line] of order_items?.entries() ?? []) {
        for (const { field, message } of line.wrong) {
          context.addIssue({ code: "custom", path: ["order_items", index, field], message });
        }
      }
    },
    {
      when: ({ issues, value }) => {
        const lines = (value as Partial<OrderFields> | null)?.order_items;
        // A list that is too long was not read.
        return issues.length > 0 && Array.isArray(lines) && lines.length <= mostLines;
      },
    },
  );
}

/** A paid order. */
export const newOrderInput = withLineErrors(
  z.object({
    ...orderFields,
    currency: orderFields.currency.describe(
      "Currency of the prices. By default the products' currency, or else the account's.",
    ),
    send_email: orderFields.send_email.describe("Whether to send the delivery email. Default: true."),
    order_items: lines({ isNew: true }).describe("The order's lines. Lines for the same product are added up."),
    expiration_date: expiration(unlessUnset(expirationDate)),
    access_until: accessUntil(unlessUnset(instant)),
    deliver_at: deliverAt(unlessUnset(instant)),
    email: email.describe("Customer's email address. The delivery email is sent there."),
    hold: nullish(boolean).describe(
      "Whether to put the order on hold: it delivers nothing, and gets its license keys and its email when you release it. Default: false.",
    ),
    test: nullish(boolean).describe(
      "Whether it is a test: its emails go to the account's email address, it takes no license keys, and it is not counted in statistics. Default: false.",
    ),
  }),
).openapi("NewOrder", {
  example: {
    vendor_id: "M-1001",
    email: "ann@example.com",
    first_name: "Ann",
    order_items: [{ item_sku: "MAP-1", quantity: 1, price: 9.5 }],
  },
});

/** If it were ignored, a shop would believe that it has put the order on hold. */
const notAChange = z
  .null({ error: "cannot be changed here; use POST orders/ID/hold or orders/ID/release" })
  .optional()
  .describe("Only for new orders. Use `POST orders/ID/hold` and `orders/ID/release`.");

/** Changes to an order. */
export const orderChangesInput = withLineErrors(
  z.object({
    ...orderFields,
    currency: orderFields.currency.describe("Currency of the prices. Null: the account's."),
    send_email: orderFields.send_email.describe(
      "Whether to send the delivery email again. It waits while the order is on hold. Default: false.",
    ),
    order_items: orderFields.order_items.describe(
      "Replaces the order's items. Products that stay keep their links, counts and keys; all others are removed.",
    ),
    email: email.nullish().describe("Customer's email address. Later emails are sent there."),
    subscription_status: subscriptionStatus(
      subscriptionStatuses,
      " `ended` follows from the dates: it is taken where access has ended, and changes nothing.",
    ),
    created_at: sentBack(instant).openapi({
      type: "string",
      format: "date-time",
      description:
        "Tells an order that you send back as you have read it, if it is the order's: what stands there already stays, such as the limits of its products, and items are found by their `id`. It changes nothing itself.",
    }),
    expiration_hours_from_first_download: nullish(integer()).describe(
      "Of an order that you send back as you have read it: then an `expiration_date` of null goes on waiting.",
    ),
    hold: notAChange,
  }),
).openapi("OrderChanges", { example: { first_name: "Anna", download_limit: 10 } });

export type OrderFields = Omit<z.output<typeof orderChangesInput>, "hold">;
export type NewOrderFields = z.output<typeof newOrderInput>;

export const exampleOrder = {
  id: 10_000_001,
  vendor_id: "M-1001",
  shop: null,
  shop_number: null,
  first_name: "Ann",
  last_name: null,
  email: "ann@example.com",
  total: 9.5,
  currency: "USD",
  status: "open",
  product_count: 1,
  download_count: 1,
  expiration_date: "2026-11-30T21:37:00+00:00",
  expiration_hours_from_first_download: null,
  download_limit: 5,
  custom_1: null,
  custom_2: null,
  custom_3: null,
  created_at: created,
  download_url: store + orderPath("4jSDHdYd7BrVbRFZzHf2iQ"),
  order_items: [exampleItem],
  title: null,
  email_status: "sent",
  state: "delivered",
  source: "api",
  locale: null,
  invoice_url: null,
  country: null,
  subscription_id: null,
  subscription_status: null,
  access_until: null,
  recipient_email: null,
  recipient_name: null,
  gift_message: null,
  deliver_at: null,
  held_at: null,
  held_by: [],
  revoked_at: null,
  test: false,
};

/** The fields that differ in an order that was just created. */
export const newOrderExample = {
  download_count: 0,
  email_status: "queued",
  order_items: [{ download_count: 0, downloads_remaining: 5 }],
};

export const orderSchema = z
  .object({
    id: z.union([z.number().int(), z.string()]).openapi({
      type: ["integer", "string"],
      description: "Unique identifier, the same as in the unversioned interface.",
    }),
    vendor_id: shownText.describe("Your order ID. Null: none."),
    shop: shownText.describe("Connected shop that sent the order, such as WooCommerce. Null: none."),
    shop_number: shownText.describe("Number by which a connected shop and its customers know the order. Null: none."),
    first_name: shownFirstName,
    last_name: shownLastName,
    email: z.string().describe("Customer's email address."),
    total: z
      .number()
      .nullable()
      .describe("Sum of all prices times quantities, also of revoked items. Null if no item has a price."),
    currency: shownCurrency,
    status: z.enum(["open", "expired"]).describe("Whether the order's links have expired."),
    product_count: shownInteger.describe("Number of products in the order."),
    download_count: shownInteger.describe("Number of downloads of all its files."),
    expiration_date: shownInstant
      .nullable()
      .describe(
        "When the order's links expire, if its access does not end before (`access_until`). Null: never, or not before the first download (`expiration_hours_from_first_download`).",
      ),
    expiration_hours_from_first_download: z
      .number()
      .int()
      .nullable()
      .describe(
        "Hours for which the links work after the first counted download, which sets `expiration_date`. Null: the order does not wait for it.",
      ),
    download_limit: z
      .number()
      .int()
      .nullable()
      .describe("Downloads per file, for items that do not have the limit of their product. Null: unlimited."),
    custom_1: shownCustom,
    custom_2: shownCustom,
    custom_3: shownCustom,
    created_at: createdAt,
    download_url: z.string().describe("URL of the order's page for the customer."),
    order_items: z.array(orderItemSchema).describe("The order's items, one for each product."),
    title: shownText.describe("Order name that the customer sees."),
    source: z
      .enum(["api", "import", "manual"])
      .describe(
        "manual: created by a signed-in person. api: created by a program or by a connected shop. import: created by an import; earlier versions wrote api.",
      ),
    email_status: z
      .enum(emailStatuses)
      .nullable()
      .describe(
        "Status of the latest delivery email. Null: none. kept: not sent, because no mail server is set up. bounced: it came back. complained: the customer reported it as spam.",
      ),
    state: z
      .enum(orderStates)
      .describe(
        "State of the order. If several apply, the first in this list. on_hold: you are checking the order, and it " +
          "delivers nothing. revoked: you have withdrawn the order, or each of its items. expired: the links have expired. email_failed: " +
          "the latest email failed, came back or was over the daily allowance. waiting_for_key: an item has fewer license keys than " +
          "units. waiting_for_file: an item has nothing to deliver yet. used_up: no file has downloads left. " +
          "email_pending: the latest email is queued. delivered: a mail server accepted the latest email. open: the links " +
          "work, and no email was accepted by a mail server.",
      ),
    locale: z.enum(languages).nullable().describe("Language of the order's page and emails. Null: the account's."),
    invoice_url: shownText.describe("URL of your invoice, which the order's page shows. Null: none."),
    country: shownText.describe("Country of the customer: a code of two letters. Null: not known."),
    subscription_id: shownText.describe("Your shop's ID of the subscription that pays for the order. Null: none."),
    subscription_status: z
      .enum(subscriptionStatuses)
      .nullable()
      .describe(
        "How the subscription stands. active: it goes on and is paid. payment_failed: the last payment failed. canceled: it ends with `access_until`. ended: access has ended, or the order is revoked. Null: access does not end.",
      ),
    access_until: shownInstant
      .nullable()
      .describe(
        "Until when the customer has paid for access. The links and license keys end then, or the links at `expiration_date` if that is earlier. Null: access does not end.",
      ),
    ...shownGift,
    held_at: shownInstant.nullable().describe("Since when the order is on hold. Null: it is not."),
    held_by: heldBySchema,
    revoked_at: shownInstant.nullable().describe("When the order was revoked. Null: it is not revoked."),
    test: z
      .boolean()
      .describe(
        "Whether it is a test: its emails go to the account's email address, it takes no license keys, and it is not counted in statistics.",
      ),
  })
  .openapi("Order", { example: exampleOrder });
