import { z } from "@hono/zod-openapi";
import { connectionKinds } from "../../../platform/shops.ts";
import { longestExternalId, mostMappings } from "../../../shops/connections/mappings.ts";
import { genericSignatures, longestGrace } from "../../../shops/connections/settings.ts";
import { created, store } from "../framework/example-store.ts";
import { createdAt, meaningOf, shownId, shownInstant, shownText, text } from "../framework/fields.ts";
import { boolean, integer, nullish, optional } from "../framework/loose-values.ts";

const path = (description: string) => text(500).nullish().describe(description);

/** How events of any other shop are checked and read. */
export const genericShop = z.object({
  signature: z
    .enum(genericSignatures, { error: `must be one of ${genericSignatures.join(", ")}` })
    .describe(
      "How the shop signs: `standard_webhooks`, or HMAC-SHA256 of the body in hexadecimal or base64 in the header `header`.",
    ),
  header: text(100).nullish().describe("Header with the signature. Not used with Standard Webhooks."),
  prefix: text(100).nullish().describe("Text before the signature in the header, such as `sha256=`."),
  event: path("Path to the kind of event. Without it, every event is a paid order."),
  paid_events: z.array(text(200)).max(50).nullish().describe("Kinds of events that mean a paid order."),
  refunded_events: z
    .array(text(200))
    .max(50)
    .nullish()
    .describe("Kinds of events that mean that an order was refunded or canceled."),
  order_id: text(500, { shortest: 1 }).describe("Path to the shop's ID of the order."),
  number: path("Path to the order number that people see."),
  email: path("Path to the customer's email address."),
  first_name: path("Path to the customer's first name."),
  last_name: path("Path to the customer's last name."),
  currency: path("Path to the currency, a code of three letters such as `EUR`."),
  items: path("Path to the list of lines. Without it, the event is the only line."),
  sku: path("Path to the SKU, within a line."),
  product_id: path("Path to the shop's product ID, within a line."),
  product_name: path("Path to the product's name, within a line."),
  quantity: path("Path to the quantity, within a line."),
  price: path("Path to the price of one unit, within a line."),
  test: path("Path to a value that is true for test orders."),
});

const mappingInput = z
  .object({
    external_id: text(longestExternalId, { shortest: 1 }).describe(
      "The shop's ID of a product, variant or price, its SKU, or the name of a line that has neither.",
    ),
    sku: text(255).nullable().describe("SKU of your product here. Null: Waybill delivers nothing for it."),
    name: text(255).optional().describe("What the shop calls it. Without it, a mapping keeps the name it has."),
  })
  .openapi("ConnectionMapping", { example: { external_id: "price_1PqRs", sku: "MAP-1" } });

const subscriptionGrace =
  "WooCommerce, Stripe, Lemon Squeezy, Paddle, PayPal, Gumroad: access of an order ends with its subscription, so many hours after the time that was paid for, and payments prolong it. Once the subscription is canceled, it ends without them. Null: access does not end.";

const changes = {
  name: text(100, { shortest: 1 }).optional().describe("Name of the connection."),
  test: optional(boolean).describe("True: its orders are tests."),
  secret: text(1_000).nullish().describe("The shop's signing secret. The previous one works for another 24 hours."),
  seller_id: text(500).nullish().describe("Gumroad: your seller ID. Events of other sellers are refused."),
  webhook_id: text(500)
    .nullish()
    .describe("PayPal: ID of the webhook, as PayPal lists it. Waybill asks PayPal with it whether an event is real."),
  api_url: text(2_048)
    .nullish()
    .describe("WooCommerce: address of the shop. Others: address of the shop's API, if it is not the usual one."),
  subscription_grace_in_hours: nullish(integer(0, longestGrace)).describe(subscriptionGrace),
  api_key: text(1_000)
    .nullish()
    .describe("Key with which Waybill reads from the shop, or the client's ID. Null removes key and secret."),
  api_secret: text(1_000).nullish().describe("The secret that belongs to the key, if there is one."),
  polling: optional(boolean).describe("True: Waybill also asks the shop for orders (WooCommerce, Stripe)."),
  generic: genericShop.nullish().describe("How events of any other shop are checked and read. Required for `generic`."),
  mappings: z
    .array(mappingInput)
    .max(mostMappings)
    .optional()
    .describe("What the shop's products are here. Replaces all mappings."),
};

export const newConnection = z
  .object({
    kind: z
      .enum(connectionKinds, { error: `must be one of ${connectionKinds.join(", ")}` })
      .describe("Which shop it is. `generic`: any that sends signed JSON."),
    continues: nullish(integer(1, 2 ** 53 - 1)).describe(
      "ID of a removed connection of the same kind that was of the same shop: its orders are known, so that none is delivered twice, and its mappings go on. `removed_connections` of the list has those of which only you know whether they were of the same shop; all others are recognized.",
    ),
    ...changes,
  })
  .openapi("NewConnection", {
    example: {
      kind: "woocommerce",
      name: "Map shop",
      mappings: [{ external_id: "87", sku: "MAP-1", name: "Map of the south" }],
    },
  });

export const connectionChanges = z
  .object({
    ...changes,
    continues: z
      .null({
        error: "can only be sent with POST connections; remove this connection and connect the shop again with it",
      })
      .optional()
      .describe("Always null: only a new connection can continue a removed one."),
  })
  .openapi("ConnectionChanges", { example: { test: true } });

export type ConnectionFields = Omit<z.output<typeof connectionChanges>, "continues">;

export const connectionSchema = z
  .object({
    id: shownId,
    kind: z.enum(connectionKinds).describe(meaningOf(newConnection.shape.kind)),
    name: z.string().describe("Name of the connection."),
    url: shownText.describe("The address to enter in the shop. Null for people who are not owners."),
    test: z.boolean().describe("True: its orders are tests."),
    secret: shownText.describe("The signing secret. Null if there is none, and for people who are not owners."),
    old_secret_expires_at: shownInstant.nullable().describe("Until when the secret before this one is valid."),
    seller_id: shownText.describe("Gumroad: your seller ID. Pings of other sellers are refused."),
    webhook_id: shownText.describe(
      "PayPal: ID of the webhook, as PayPal lists it. Waybill asks PayPal with it whether an event is real.",
    ),
    api_url: shownText.describe("Address of the shop, or of its API if it is not the usual one."),
    subscription_grace_in_hours: z.number().int().nullable().describe(subscriptionGrace),
    api_key_last_four: shownText.describe("The end of the key with which Waybill reads from the shop."),
    polling: z.boolean().describe("Whether Waybill also asks the shop for orders."),
    polled_until: shownInstant.nullable().describe("The shop's orders were read up to this time."),
    poll_problem: shownText.describe("Why the shop could not be asked the last time."),
    generic: genericShop.nullable().describe("How events of any other shop are checked and read."),
    mappings: z.array(mappingInput).describe("What the shop's products are here."),
    created_at: createdAt,
    first_event_at: shownInstant.nullable().describe("Null until the shop has sent its first event."),
    last_event_at: shownInstant.nullable().describe("When the newest event arrived."),
    refused_count: z.number().int().describe("Requests with a wrong signature."),
    last_refused_at: shownInstant.nullable().describe("When a request last had a wrong signature."),
    attention_count: z.number().int().describe("Events that need your attention."),
  })
  .openapi("Connection", {
    example: {
      id: 1,
      kind: "woocommerce",
      name: "Map shop",
      url: `${store}/hooks/3vQW9yq0xP2nT7sLZkRb4A8dEfG`,
      test: false,
      secret: "5f2b0c6c5d1f4c7f9a3e8b7d6c5a4f3e2d1c0b9a",
      old_secret_expires_at: null,
      seller_id: null,
      webhook_id: null,
      api_url: null,
      subscription_grace_in_hours: null,
      api_key_last_four: null,
      polling: false,
      polled_until: null,
      poll_problem: null,
      generic: null,
      mappings: [{ external_id: "87", sku: "MAP-1", name: "Map of the south" }],
      created_at: created,
      first_event_at: created,
      last_event_at: created,
      refused_count: 0,
      last_refused_at: null,
      attention_count: 1,
    },
  });

export const removedConnectionSchema = z
  .object({
    id: z.number().int().describe("Send it as `continues` to connect the same shop again."),
    kind: z.enum(connectionKinds).describe("Which shop it was."),
    name: z.string().describe("Name of the connection."),
    removed_at: shownInstant.describe("When it was removed."),
  })
  .openapi("RemovedConnection", { example: { id: 2, kind: "generic", name: "Old shop", removed_at: created } });
