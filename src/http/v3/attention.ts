import { z } from "@hono/zod-openapi";
import { undeliverableProducts } from "../../delivery/catalog/products-with-files.ts";
import { unstampableFiles } from "../../delivery/catalog/stamp-checks.ts";
import { stampProblems } from "../../delivery/catalog/stamps.ts";
import { poolsRunningOut } from "../../delivery/licenses/pools-running-out.ts";
import { productsWaitingForKeys } from "../../delivery/licenses/products-waiting-for-keys.ts";
import { catchUpBriefly } from "../../delivery/order-index/catch-up.ts";
import { countUsage } from "../../delivery/order-index/entry-lists.ts";
import { searchOrders } from "../../delivery/order-index/search.ts";
import { listRenewalRequests } from "../../delivery/orders/renewals/renewal-requests.ts";
import { listEvents } from "../../messages/connection-events/list-events.ts";
import { emailAllowance } from "../../messages/mail/email-allowance.ts";
import { type UndeliveredStatus, undeliveredEmails } from "../../messages/mail/orders-without-email.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { languages } from "../../platform/i18n/languages.ts";
import { instant, writeInstant } from "../../platform/instants.ts";
import { shopNumber } from "../../platform/shops.ts";
import { wordingNames } from "../../store/wording/names.ts";
import { failedWordings } from "../../store/wording/wordings.ts";
import { exampleEvent, listedEventSchema } from "./connections/connection-event-schemas.ts";
import { presentEvents } from "./connections/present-connection.ts";
import { answerOf } from "./framework/answers.ts";
import { newRoutes } from "./framework/environment.ts";
import { shownId, shownInstant, shownProductName, shownSku, shownText } from "./framework/fields.ts";
import { operation } from "./framework/operation.ts";
import { problems } from "./framework/problem-schemas.ts";
import { emailSchema, exampleEmail, presentEmail } from "./mail/emails.ts";
import { orderSchema } from "./orders/order-schemas.ts";
import { presentOrderId } from "./orders/present-order.ts";
import { presentRequest, renewalRequestSchema } from "./orders/renewal-requests.ts";

/** Results of each kind. The totals count all of them. */
const shown = 5;

/** Milliseconds after which an undelivered email no longer needs attention. */
const emailsMatterFor = 30 * dayMilliseconds;

const count = z.number().int();
const undeliveredSchema = z.object({
  total: count.describe("Number of orders, counted up to 1,000."),
  emails: z.array(emailSchema).describe(`The ${shown} most recent.`),
});
const productFields = { id: shownId, sku: shownSku, name: shownProductName };

const exampleProduct = { id: 1, sku: "MAP-1", name: "Map of the south" };

const exampleHeldOrder = {
  id: 10_000_001,
  vendor_id: "M-1001",
  shop_number: null,
  email: "ann@example.com",
  held_at: "2026-11-20T21:37:00+00:00",
};

const heldOrderSchema = z
  .object({
    id: orderSchema.shape.id,
    vendor_id: shownText.describe("Your order ID. Null: none."),
    shop_number: orderSchema.shape.shop_number,
    email: orderSchema.shape.email,
    held_at: shownInstant.describe("Since when the order is on hold."),
  })
  .openapi("HeldOrder", { example: exampleHeldOrder });

const attentionSchema = z
  .object({
    keys_waiting: z
      .object({
        total: count.describe("Number of all such products. `products` lists some of them."),
        products: z
          .array(
            z
              .object({
                ...productFields,
                orders_waiting: count.describe("Number of orders that are still waiting for license keys."),
              })
              .openapi("WaitingProduct", {
                example: { ...exampleProduct, orders_waiting: 3 },
              }),
          )
          .describe("The products."),
      })
      .describe(`Products whose orders are waiting for license keys: the ${shown} with the most waiting orders.`),
    held_orders: z
      .object({
        total: count.describe("Number of all orders on hold. `orders` lists some of them."),
        orders: z.array(heldOrderSchema).describe("The orders."),
      })
      .describe(`Orders on hold, which deliver nothing until you release them: the ${shown} most recent.`),
    failed_subscriptions: z
      .object({ total: count.describe("Number of orders. `orders?subscription_status=payment_failed` lists them.") })
      .describe("Orders for whose subscription the last payment failed, and whose access goes on for now."),
    connection_events: z
      .object({
        total: count.describe("Number of all such events. `connection_events` lists some of them."),
        connection_events: z.array(listedEventSchema).describe("The events."),
      })
      .describe(`Events of connected shops that cannot go on by themselves: the ${shown} most recent.`),
    keys_running_out: z
      .object({
        total: count.describe("Number of all such products. `products` lists some of them."),
        products: z
          .array(
            z
              .object({
                ...productFields,
                available: count.describe("License keys that are not assigned yet."),
                days_left: count.describe("Whole days that they last if orders go on as they came."),
              })
              .openapi("ProductRunningOut", {
                example: { ...exampleProduct, available: 12, days_left: 5 },
              }),
          )
          .describe("The products."),
      })
      .describe(
        `Products whose license keys last less than two weeks: the ${shown} most urgent. Products without any key left are not among them.`,
      ),
    failed_emails: undeliveredSchema.describe("Orders of the last 30 days whose latest email failed."),
    bounced_emails: undeliveredSchema.describe(
      "Orders of the last 30 days whose latest email came back after a mail server had accepted it.",
    ),
    over_allowance_emails: undeliveredSchema.describe(
      "Orders of the last 30 days whose latest email was over the daily allowance.",
    ),
    email_allowance: z
      .object({
        limit: count.nullable().describe("Number of emails that the plan allows. Null: unlimited."),
        used: count.describe("Number of emails counted toward it. 0 without a limit."),
      })
      .describe("Delivery emails allowed and queued today (UTC)."),
    unstampable_files: z
      .object({
        total: count.describe("Number of files, counted up to 1,000."),
        files: z
          .array(
            z
              .object({
                ...productFields,
                file_id: shownId,
                filename: z.string().describe("Name of the file."),
                problem: z.enum(stampProblems).describe("Why it cannot be stamped."),
              })
              .openapi("FileToReplace", {
                example: { ...exampleProduct, file_id: 1, filename: "south.pdf", problem: "encrypted" },
              }),
          )
          .describe("The files."),
      })
      .describe("Files of stamped products that cannot be stamped, so that customers do not get them."),
    products_without_files: z
      .object({
        total: count.describe("Number of products, counted up to 1,000."),
        products: z
          .array(z.object(productFields).openapi("IncompleteProduct", { example: exampleProduct }))
          .describe("The products."),
      })
      .describe("Products that have been ordered but have no file, link or license key to deliver."),
    renewal_requests: z
      .object({
        total: count.describe("Number of all open requests. `requests` lists some of them."),
        requests: z.array(renewalRequestSchema).describe("The requests."),
      })
      .describe(`Customers who are waiting for your answer: the ${shown} most recent.`),
    failed_wordings: z
      .object({
        total: count.describe("Number of all texts that failed."),
        wordings: z
          .array(
            z
              .object({
                name: z.enum(wordingNames).describe("Which text it is."),
                locale: z
                  .enum(languages)
                  .nullable()
                  .describe("Language of the text. Null: the text for all languages that have none of their own."),
                problem: z.string().describe("Why the text could not be used."),
                problem_at: shownInstant.describe("When the text failed."),
              })
              .openapi("FailedWording", {
                example: {
                  name: "email_subject",
                  locale: null,
                  problem: "undefined variable: order.vanished",
                  problem_at: "2026-11-20T21:37:00+00:00",
                },
              }),
          )
          .describe("The texts."),
      })
      .describe("Your own texts that failed. Customers saw the built-in text instead."),
  })
  .openapi("Attention", {
    example: {
      keys_waiting: { total: 0, products: [] },
      keys_running_out: { total: 0, products: [] },
      held_orders: { total: 1, orders: [exampleHeldOrder] },
      failed_subscriptions: { total: 2 },
      connection_events: { total: 1, connection_events: [exampleEvent] },
      failed_emails: { total: 1, emails: [{ ...exampleEmail, status: "failed", sent_at: null }] },
      bounced_emails: { total: 0, emails: [] },
      over_allowance_emails: { total: 0, emails: [] },
      email_allowance: { limit: null, used: 0 },
      unstampable_files: { total: 0, files: [] },
      products_without_files: { total: 0, products: [] },
      renewal_requests: { total: 0, requests: [] },
      failed_wordings: { total: 0, wordings: [] },
    },
  });

export const attentionRoutes = newRoutes().openapi(
  operation({
    method: "get",
    path: "/api/v3/attention",
    role: "read_only",
    scope: "orders:read",
    summary: "List what needs attention",
    description: "Everything that keeps customers from their purchases. The lists are empty if all is well.",
    tags: ["Statistics"],
    responses: {
      200: answerOf("attention", attentionSchema, "What needs attention."),
      ...problems(),
    },
  }),
  async (c) => {
    const { services, account, now } = c.var;
    const { scan: read } = services.db;
    const undelivered = async (status: UndeliveredStatus) => {
      const search = { status, since: instant(now - emailsMatterFor), limit: shown };
      const { total, emails } = await undeliveredEmails(read, account.id, search);
      return { total, emails: emails.map(presentEmail) };
    };
    const waiting = await productsWaitingForKeys(read, account.id);
    const runningOut = await poolsRunningOut(read, account.id, now);
    const renewals = await listRenewalRequests(read, account.id, { status: "open" }, { offset: 0, limit: shown });
    const unstampable = await unstampableFiles(read, account.id, shown);
    const wordings = await failedWordings(read, account.id);
    await catchUpBriefly(services.db);
    const onHold = { status: "all", state: "on_hold" } as const;
    const held = await searchOrders(read, account.id, onHold, { now, offset: 0, limit: shown });
    const mending = await listEvents(read, account.id, { needsAttention: true }, { offset: 0, limit: shown });
    const attention = {
      keys_waiting: {
        total: waiting.length,
        products: waiting
          .slice(0, shown)
          .map(({ ordersWaiting, ...product }) => ({ ...product, orders_waiting: ordersWaiting })),
      },
      held_orders: {
        total: held.total,
        orders: held.orders.map(({ publicId, vendorId, title, email, heldAt }) => ({
          id: presentOrderId(publicId),
          vendor_id: vendorId,
          shop_number: shopNumber({ vendorId, title }),
          email,
          held_at: writeInstant(heldAt ?? now),
        })),
      },
      failed_subscriptions: { total: await countUsage(read, account.id, { usage: "subscription_payment_failed" }) },
      connection_events: {
        total: mending.total,
        connection_events: await presentEvents(c.var, mending.events),
      },
      keys_running_out: {
        total: runningOut.length,
        products: runningOut.slice(0, shown).map(({ daysLeft, ...product }) => ({ ...product, days_left: daysLeft })),
      },
      failed_emails: await undelivered("failed"),
      bounced_emails: await undelivered("bounced"),
      over_allowance_emails: await undelivered("over_allowance"),
      email_allowance: await emailAllowance(read, account, now),
      unstampable_files: {
        total: unstampable.total,
        files: unstampable.files.map(({ fileId, ...file }) => ({ ...file, file_id: fileId })),
      },
      products_without_files: await undeliverableProducts(read, account.id, shown),
      renewal_requests: { total: renewals.total, requests: renewals.requests.map(presentRequest) },
      failed_wordings: {
        total: wordings.length,
        wordings: wordings.map(({ at, language: locale, ...wording }) => ({
          ...wording,
          locale,
          problem_at: writeInstant(at),
        })),
      },
    };
    return c.json({ attention }, 200);
  },
);
