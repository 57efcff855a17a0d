import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { type EventKind, eventKindNames, eventKinds, testKind } from "../../../messages/webhooks/kinds.ts";
import {
  exampleFailingConnection,
  exampleShopOrder,
  failingConnectionSchema,
  shopOrderSchema,
} from "../connections/connection-event-schemas.ts";
import type { V3Env } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import {
  described,
  meaningOf,
  shownId,
  shownInstant,
  shownInteger,
  shownProductName,
  shownSku,
  shownText,
} from "../framework/fields.ts";
import { json } from "../framework/json-content.ts";
import { emailSchema, exampleEmail } from "../mail/emails.ts";
import { downloadSchema, exampleDownload } from "../orders/downloads.ts";
import { exampleItem, orderItemSchema } from "../orders/order-item-schemas.ts";
import { exampleOrder, orderSchema } from "../orders/order-schemas.ts";
import { examplePayment, paymentSchema } from "../orders/payment-schemas.ts";
import { exampleRequest, renewalRequestSchema } from "../orders/renewal-requests.ts";

// The data of events. Their objects are those of the other resources, without customers' secrets.

const hidden = "Null unless the endpoint's `include_secrets` is true.";

const exampleEventItem = { ...exampleItem, download_url: null, license_keys: [] };

const eventItemSchema = z
  .object({
    ...orderItemSchema.shape,
    download_url: z.string().nullable().describe(`URL of the item's page for the customer. ${hidden}`),
    license_keys: z
      .array(z.string())
      .describe("License keys assigned to the item. Empty unless the endpoint's `include_secrets` is true."),
  })
  .openapi("EventOrderItem", { example: exampleEventItem });

const exampleEventOrder = { ...exampleOrder, download_url: null, order_items: [exampleEventItem] };

const eventOrderSchema = z
  .object({
    ...orderSchema.shape,
    download_url: z.string().nullable().describe(`URL of the order's page for the customer. ${hidden}`),
    order_items: z.array(eventItemSchema).describe(meaningOf(orderSchema.shape.order_items)),
  })
  .openapi("EventOrder", { example: exampleEventOrder });

const orderId = z.union([z.number().int(), z.string()]).openapi({ type: ["integer", "string"] });

const exampleDeleted = { id: exampleOrder.id, vendor_id: exampleOrder.vendor_id };

const deletedOrderSchema = z
  .object({
    id: orderId.describe("Unique identifier."),
    vendor_id: shownText.describe("Your order ID. Null: none."),
  })
  .openapi("EventDeletedOrder", { example: exampleDeleted });

const exampleAssigned = { order_id: exampleOrder.id, vendor_id: exampleOrder.vendor_id, order_item: exampleEventItem };

const assignedKeysSchema = z
  .object({
    order_id: orderId.describe("ID of the order."),
    vendor_id: shownText.describe("Your order ID. Null: none."),
    order_item: described(eventItemSchema, "The order item."),
  })
  .openapi("EventLicenseKeys", { example: exampleAssigned });

const examplePool = {
  id: 1,
  sku: "MAP-1",
  name: "Map of the south",
  license_keys_available: 10,
  orders_waiting_for_keys: 0,
};

const poolSchema = z
  .object({
    id: shownId,
    sku: shownSku,
    name: shownProductName,
    license_keys_available: shownInteger.describe("Number of license keys that are not assigned yet."),
    orders_waiting_for_keys: z.number().int().describe("Number of orders still waiting for license keys."),
  })
  .openapi("EventLicenseKeyPool", { example: examplePool });

const exampleLicense = {
  order_id: exampleOrder.id,
  vendor_id: exampleOrder.vendor_id,
  order_item_id: exampleItem.id,
  license_key_id: 1,
  product_sku: "MAP-1",
  devices: { used: 1, limit: 3 },
};

const licenseSchema = z
  .object({
    order_id: orderId.describe("ID of the order."),
    vendor_id: shownText.describe("Your order ID. Null: none."),
    order_item_id: shownInteger.describe("ID of the order item that has the key."),
    license_key_id: shownInteger.describe("ID of the license key."),
    product_sku: shownSku,
    devices: z
      .object({
        used: shownInteger.describe("Devices that take a place now."),
        limit: shownInteger.nullable().describe("Devices on which it can be active at once. Null: any number."),
      })
      .describe("The license key's devices."),
  })
  .openapi("EventLicense", { example: exampleLicense });

const exampleSubscription = {
  order_id: exampleOrder.id,
  vendor_id: exampleOrder.vendor_id,
  subscription_id: "sub_4711",
  access_until: examplePayment.access_until,
};

const subscriptionSchema = z
  .object({
    order_id: orderId.describe("ID of the order."),
    vendor_id: shownText.describe("Your order ID. Null: none."),
    subscription_id: orderSchema.shape.subscription_id,
    access_until: orderSchema.shape.access_until,
  })
  .openapi("EventSubscription", { example: exampleSubscription });

const exampleRenewed = { ...exampleSubscription, payment: examplePayment };

const renewedSchema = z
  .object({ ...subscriptionSchema.shape, payment: described(paymentSchema, "The payment.") })
  .openapi("EventSubscriptionRenewed", { example: exampleRenewed });

const exampleTest = { id: 1, url: "https://hooks.example.com/waybill" };

const testSchema = z
  .object({ id: shownInteger.describe("ID of the endpoint."), url: z.string().describe("Where events are sent.") })
  .openapi("EventTest", { example: exampleTest });

const email = { ...exampleEmail, subject: null };
const download = { ...exampleDownload, ip_address: null, completed: null, sent_bytes: null, user_agent: null };

interface EventDocument {
  data: z.ZodType;
  example: object;
}

const ofOrder = (change: object = {}): EventDocument => ({
  data: eventOrderSchema,
  example: { ...exampleEventOrder, ...change },
});

/** The schema of each event's `data`, and an example. */
export const eventDocuments: Record<EventKind | typeof testKind, EventDocument> = {
  "order.created": ofOrder(),
  "order.updated": ofOrder({ vendor_id: "M-1002" }),
  "order.expired": ofOrder({ status: "expired", state: "expired", expiration_date: created }),
  "order.revoked": ofOrder({
    state: "revoked",
    revoked_at: created,
    order_items: [{ ...exampleEventItem, revoked_at: created }],
  }),
  "order.deleted": { data: deletedOrderSchema, example: exampleDeleted },
  "email.sent": { data: emailSchema, example: email },
  "email.failed": {
    data: emailSchema,
    example: {
      ...email,
      status: "failed",
      sent_at: null,
      tries: [{ tried_at: created, outcome: "permanent_failure", response: "550 5.1.1 No such mailbox" }],
    },
  },
  "email.bounced": {
    data: emailSchema,
    example: {
      ...email,
      status: "bounced",
      tries: [...email.tries, { tried_at: created, outcome: "bounced", response: "550 5.1.1 No such mailbox" }],
    },
  },
  "email.complained": {
    data: emailSchema,
    example: {
      ...email,
      status: "complained",
      tries: [...email.tries, { tried_at: created, outcome: "complained", response: "abuse" }],
    },
  },
  "download.counted": { data: downloadSchema, example: download },
  "download.limit_reached": { data: downloadSchema, example: download },
  "license_key.assigned": { data: assignedKeysSchema, example: exampleAssigned },
  "license_key.pool_low": { data: poolSchema, example: examplePool },
  "license_key.pool_empty": { data: poolSchema, example: { ...examplePool, license_keys_available: 0 } },
  "license.activated": { data: licenseSchema, example: exampleLicense },
  "license.deactivated": { data: licenseSchema, example: { ...exampleLicense, devices: { used: 0, limit: 3 } } },
  "renewal.requested": { data: renewalRequestSchema, example: exampleRequest },
  "renewal.granted": {
    data: renewalRequestSchema,
    example: { ...exampleRequest, status: "granted", granted_at: created },
  },
  "renewal.declined": {
    data: renewalRequestSchema,
    example: { ...exampleRequest, status: "declined", declined_at: created },
  },
  "subscription.renewed": { data: renewedSchema, example: exampleRenewed },
  "subscription.payment_failed": { data: subscriptionSchema, example: exampleSubscription },
  "subscription.ended": { data: subscriptionSchema, example: exampleSubscription },
  "connection.order_unmatched": { data: shopOrderSchema, example: exampleShopOrder },
  "connection.failed": { data: failingConnectionSchema, example: exampleFailingConnection },
  [testKind]: { data: testSchema, example: exampleTest },
};

/** The body for an event. */
export const eventBody = (type: string, { data }: Pick<EventDocument, "data">) =>
  z.object({
    type: z.literal(type).describe("Name of the event."),
    timestamp: shownInstant.describe("When it happened."),
    data,
    truncated: z
      .boolean()
      .describe("Whether lists in `data` were shortened, so that the body stays below 20,000 bytes."),
  });

const headers = z.object({
  "webhook-id": z.string().openapi({
    description: "ID of the message, the same for every attempt. Ignore a message whose ID you have already processed.",
    example: "msg_3vQW9yq0xP2nT7sLZkRb4A",
  }),
  "webhook-timestamp": z.string().openapi({
    description: "When this attempt was made, in seconds since 1970. Refuse one that is more than five minutes off.",
    example: "1795469820",
  }),
  "webhook-signature": z.string().openapi({
    description:
      "One or more signatures, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  }),
});

/** Describes the events, for the `webhooks` of OpenAPI 3.1. */
export function describeWebhooks(app: OpenAPIHono<V3Env>): void {
  for (const kind of [...eventKindNames, testKind] as const) {
    const document = eventDocuments[kind];
    const description = kind === testKind ? "You asked for a test event." : eventKinds[kind];
    const example = { type: kind, timestamp: created, data: document.example, truncated: false };
    app.openAPIRegistry.registerWebhook({
      method: "post",
      path: kind,
      operationId: `event_${kind.replace(".", "_")}`,
      summary: description.replace(/\.$/, "").replace(/^(.{80})[\s\S]*$/, (_, words: string) => `${words.trim()}…`),
      description,
      tags: ["Webhooks"],
      security: [],
      request: {
        headers,
        body: {
          required: true,
          content: { "application/json": { ...json(eventBody(kind, document))["application/json"], example } },
        },
      },
      responses: {
        200: {
          description:
            "Any answer from 200 to 299 is a success. 410 disables the endpoint. All others are tried again.",
        },
      },
    });
  }
}
