import { z } from "@hono/zod-openapi";
import { connectionKinds } from "../../../platform/shops.ts";
import { created } from "../framework/example-store.ts";
import { shownId, shownInstant, shownInteger, shownText, text } from "../framework/fields.ts";
import { boolean, optional } from "../framework/loose-values.ts";

const eventStatuses = ["pending", "done", "needs_attention", "ignored", "failed"] as const;

const exampleLine = { sku: null, external_ids: ["912", "91"], name: "Poster" };

export const unmatchedLine = z
  .object({
    sku: shownText.describe("SKU that the shop sent."),
    external_ids: z.array(z.string()).describe("The shop's IDs, the most specific first."),
    name: z.string().describe("Name of the product in the shop."),
  })
  .openapi("UnmatchedLine", { example: exampleLine });

export const shopOrderProblem = z.enum([
  "no_email",
  "unmatched",
  "rejected",
  "underpaid",
  "partial_refund",
  "unclear",
  "no_order",
]);

export const problemMeaning =
  "Why the shop's order needs attention. no_email: it has no usable address. unmatched: lines match no product. rejected: its values break a rule. underpaid: where customers' browsers can choose product and amount, less was paid than the products cost; processing the event again delivers them all the same. partial_refund: an amount was refunded, but not whole lines, or not in the order's currency. unclear: the order was deleted in the shop, its payment is disputed, a refund failed or cannot be read, or its status may mean that it is not paid; `message` says which. no_order: the shop took back a payment that it has not told of.";

const listedFields = {
  id: shownId,
  connection_id: shownInteger.describe("ID of the connection."),
  connection_name: z.string().describe("Name of the connection."),
  received_at: shownInstant.describe("When it arrived."),
  source: z.enum(["hook", "poll"]).describe("Whether the shop sent it, or Waybill asked for it."),
  topic: z.string().describe("The shop's name for this kind of event."),
  external_id: shownText.describe("The shop's ID of the order."),
  status: z.enum(eventStatuses).describe("What became of it. pending: not processed yet. ignored: not about an order."),
  problem: shopOrderProblem.nullable().describe(problemMeaning),
  unmatched_lines: z.array(unmatchedLine).describe("Lines that match no product."),
  message: shownText.describe("What went wrong, in words."),
  order_id: z.union([z.number().int(), z.string()]).nullable().describe("The order that was made of it."),
  order_vendor_id: shownText.describe("Your order ID. Null: none."),
  order_shop_number: shownText.describe("Number by which a connected shop knows the order. Null: none."),
  attempts: z.number().int().describe("Failed attempts to process it."),
  next_attempt_at: shownInstant.nullable().describe("When it is tried again. Null unless it is pending."),
};

export const exampleEvent = {
  id: 1,
  connection_id: 1,
  connection_name: "Map shop",
  received_at: created,
  source: "hook",
  topic: "order.updated",
  external_id: "727",
  status: "needs_attention",
  problem: "unmatched",
  unmatched_lines: [exampleLine],
  message: null,
  order_id: null,
  order_vendor_id: null,
  order_shop_number: null,
  attempts: 0,
  next_attempt_at: null,
};

export const listedEventSchema = z.object(listedFields).openapi("ListedConnectionEvent", { example: exampleEvent });

export const eventSchema = z
  .object({
    ...listedFields,
    headers: z
      .array(
        z.object({
          name: z.string().describe("Name of the header."),
          value: z.string().describe("Value of the header."),
        }),
      )
      .describe("Headers of the request, without credentials."),
    body: z.string().describe("The body as it arrived. Bytes that are not UTF-8 are replaced."),
  })
  .openapi("ConnectionEvent", {
    example: {
      ...exampleEvent,
      headers: [{ name: "x-wc-webhook-topic", value: "order.updated" }],
      body: '{"id":727,"status":"processing", …}',
    },
  });

export const exampleShopOrder = {
  connection_event_id: 1,
  connection_id: 1,
  connection_name: "Map shop",
  external_id: "727",
  problem: "unmatched",
  unmatched_lines: [{ sku: null, external_ids: ["912", "91"], name: "Poster" }],
  order_id: null,
};

/** The data of webhooks about a shop's order. */
export const shopOrderSchema = z
  .object({
    connection_event_id: z
      .number()
      .int()
      .describe(
        "The event that needs your attention. Retrieve it for the customer and the whole of what the shop sent.",
      ),
    connection_id: z.number().int().describe("ID of the connection."),
    connection_name: z.string().describe("Name of the connection."),
    external_id: shownText.describe(
      "The shop's ID of the order. Null if it has an @, since it may be the customer's address.",
    ),
    problem: shopOrderProblem.nullable().describe(`${problemMeaning} Null: it was solved meanwhile.`),
    unmatched_lines: z.array(unmatchedLine).describe("Lines that match no product."),
    order_id: z
      .union([z.number().int(), z.string()])
      .nullable()
      .describe("The order that was made of it. Null: none yet."),
  })
  .openapi("EventShopOrder", { example: exampleShopOrder });

export const exampleFailingConnection = {
  id: 1,
  kind: "woocommerce",
  name: "Map shop",
  refused_since: created,
  waiting_since: null,
  poll_problem: null,
  polled_until: null,
};

/** The data of webhooks about a failing connection. */
export const failingConnectionSchema = z
  .object({
    id: z.number().int().describe("ID of the connection."),
    kind: z.enum(connectionKinds).describe("Which shop it is."),
    name: z.string().describe("Name of the connection."),
    refused_since: shownInstant
      .nullable()
      .describe("Since when all requests of the shop have had a wrong signature. Null: not that."),
    waiting_since: shownInstant
      .nullable()
      .describe("When the oldest event arrived that cannot be processed and is tried again. Null: not that."),
    poll_problem: shownText.describe("Why the shop cannot be asked for orders. Null: not that."),
    polled_until: shownInstant
      .nullable()
      .describe("The shop's orders were read up to this time. Null unless `poll_problem` is set."),
  })
  .openapi("EventFailingConnection", { example: exampleFailingConnection });

export const processInput = z
  .object({
    email: text(254).nullish().describe("The customer's address, for an order without a usable one."),
    dismiss: optional(boolean).describe("True: nothing more is done about the present problem."),
  })
  .openapi("ProcessEvent", { example: { email: "ann@example.com" } });
