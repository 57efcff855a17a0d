import { z } from "@hono/zod-openapi";
import { retryEmail } from "../../../delivery/customer-emails/retry-email.ts";
import { addressesContaining } from "../../../delivery/order-index/customer-search.ts";
import { ordersNamed } from "../../../delivery/order-index/find.ts";
import { orderByPublicId } from "../../../delivery/orders/queries.ts";
import {
  type Email,
  emailContent,
  requireEmail,
  searchEmails,
  waitsForRelease,
} from "../../../messages/mail/emails.ts";
import { customerKinds } from "../../../messages/mail/sending/lanes.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { shopNumber } from "../../../platform/shops.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import {
  createdAt,
  ofStatus,
  orNull,
  pageQuery,
  rowNumber,
  rowsOf,
  shownId,
  shownInstant,
  shownInteger,
  shownText,
  text,
} from "../framework/fields.ts";
import { noteOrder } from "../framework/idempotency.ts";
import { optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { presentOrderId } from "../orders/present-order.ts";
import { emailStatuses } from "./email-statuses.ts";

const tags = ["Emails"];

const statusMeaning =
  "sent: a mail server accepted it. kept: stored in the mailbox, because no mail server is set up; it was not sent. " +
  "failed: it was rejected, or its order has no items any more. " +
  "over_allowance: above the daily allowance, and not sent automatically. " +
  "cancelled: its order was deleted, put on hold or revoked, or has a newer email. " +
  "bounced: a mail server accepted it, and could not deliver it. complained: the customer reported it as spam.";

const nullContent =
  "Null until the first attempt, and again once the order is deleted, which erases `recipient` too, or after the days that the account sets. Of `library` and `announcement`, the message is never kept.";

const emailId = z.object({ id: rowNumber("email").openapi({ example: 1 }) });

const exampleTry = { tried_at: "2026-11-20T21:37:01+00:00", outcome: "sent", response: "250 2.0.0 OK: queued" };

const emailTrySchema = z
  .object({
    tried_at: shownInstant.describe("When the attempt was made."),
    outcome: z
      .enum(["sent", "kept", "temporary_failure", "permanent_failure", "not_sent", "bounced", "complained"])
      .describe(
        "bounced and complained are no attempts. They tell that an accepted email came back, or that the customer reported it as spam.",
      ),
    response: z
      .string()
      .describe("Reply of the mail server, or the connection error. With not_sent: why there was no attempt."),
  })
  .openapi("EmailTry", { example: exampleTry });

const emailFields = {
  id: shownId,
  kind: z
    .enum(customerKinds)
    .describe(
      "delivery: about one order. library: with the links of all orders of a customer, who asked for them. announcement: about an update of a file of one order. gift_confirmation: to the buyer of a gift, without its links.",
    ),
  order_id: z
    .union([z.number().int(), z.string()])
    .nullable()
    .openapi({
      type: ["integer", "string", "null"],
      description: "ID of the order that the email is about. Null for `library`.",
    }),
  order_vendor_id: shownText.describe("Your order ID. Null: none."),
  order_shop_number: shownText.describe("Number by which a connected shop knows the order. Null: none."),
  recipient: shownText.describe(
    "Email address of the recipient. Null means: the order was deleted, and the recipient and the content were erased with it.",
  ),
  status: z.enum(emailStatuses).describe(statusMeaning),
  waits_for_release: z
    .boolean()
    .describe("True: the order is on hold, which stopped this email. The email follows when you release the order."),
  subject: z.string().nullable().describe(`Subject line. ${nullContent}`),
  attempts: shownInteger.describe("Number of attempts to send it."),
  created_at: createdAt,
  sent_at: shownInstant.nullable().describe("When a mail server accepted it, or null."),
  next_attempt_at: shownInstant.nullable().describe("When it will be tried next. Null if it is not queued."),
  tries: z.array(emailTrySchema).describe("Every attempt to send it, oldest first."),
};

export const exampleEmail = {
  id: 1,
  kind: "delivery",
  order_id: 10_000_001,
  order_vendor_id: "M-1001",
  order_shop_number: null,
  recipient: "ann@example.com",
  status: "sent",
  waits_for_release: false,
  subject: "Your downloads from Ann's Maps",
  attempts: 1,
  created_at: created,
  sent_at: "2026-11-20T21:37:01+00:00",
  next_attempt_at: null,
  tries: [exampleTry],
};

export const emailSchema = z.object(emailFields).openapi("Email", { example: exampleEmail });

export const emailContentSchema = z
  .object({
    ...emailFields,
    message_id: z.string().describe("Message ID without angle brackets. The same for every attempt."),
    text_body: z.string().nullable().describe(`Plain-text version. ${nullContent}`),
    html_body: z.string().nullable().describe(`HTML version. ${nullContent}`),
  })
  .openapi("EmailWithContent", {
    example: {
      ...exampleEmail,
      message_id: "0f8fad5b-d9cb-469f-a165-70867728950e@ann.waybill",
      text_body: "Hello Ann,\n\nyour downloads are ready: …",
      html_body: "<!doctype html><p>Hello Ann, …",
    },
  });

export const emailRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/emails",
      role: "read_only",
      scope: "orders:read",
      examples: { parameters: { status: "kept" } },
      summary: "List emails to customers",
      description:
        "Every email to a customer with its status and all attempts to send it, newest first. Results match all filters.",
      tags,
      request: {
        query: pageQuery.extend({
          status: optional(z.enum(emailStatuses, { error: `must be one of ${emailStatuses.join(", ")}` })).openapi(
            ofStatus,
          ),
          kind: optional(z.enum(customerKinds, { error: `must be one of ${customerKinds.join(", ")}` })).openapi({
            description: "Only emails of this kind.",
            example: "delivery",
          }),
          order_id: text(64).optional().openapi({ description: "Only emails about this order.", example: "10000001" }),
          q: text(255).optional().openapi({
            description:
              "A complete order ID, your own or the shop's number of an order, the beginning of a recipient's email address, or words inside a customer's name and address. One word needs three characters. Case and accents do not matter.",
            example: "ann@",
          }),
        }),
      },
      responses: {
        200: pageOf("emails", emailSchema, "emails"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { status, kind, order_id, q, ...page } = c.req.valid("query");
      const { services, account } = c.var;
      const { scan: read } = services.db;
      const order = order_id === undefined ? undefined : await orderByPublicId(read, account.id, order_id);
      const namedOrders = q && /\d/.test(q) ? await ordersNamed(read, account.id, q) : [];
      const recipients = q ? await addressesContaining(read, account.id, q) : [];
      const orderId = order === null ? noRow : order?.id;
      const search = { status, kind, orderId, text: q?.trim(), namedOrders, recipients };
      const { emails, total } = await searchEmails(read, account.id, search, rowsOf(page));
      return c.json({ emails: emails.map(presentEmail), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/emails/{id}",
      role: "read_only",
      scope: "orders:read",
      summary: "Retrieve an email to a customer",
      tags,
      request: { params: emailId },
      responses: {
        200: answerOf("email", emailContentSchema, "The email."),
        ...problems(404),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const email = await requireEmail(services.db.read, account.id, c.req.valid("param").id);
      const content = await emailContent(services.db.read, email);
      return c.json({ email: presentWithContent({ ...email, ...content }) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/emails/{id}/retry",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "email.retried", subject: "order" },
      examples: {
        answer: {
          id: 2,
          status: "queued",
          subject: null,
          attempts: 0,
          sent_at: null,
          next_attempt_at: created,
          tries: [],
        },
      },
      summary: "Send a delivery email again",
      description:
        "Creates a new email from one that is no longer queued. It goes to the order's current email address and is retried for up to 24 hours. The original email does not change. Returns 422 if the order has no items, and 409 if it is on hold or revoked, if its address gets no emails (`undeliverable_addresses`), or if the email is not of kind `delivery`: for `library`, use `customers/EMAIL/resend`; an announcement is not repeated.",
      tags,
      request: { params: emailId },
      responses: {
        201: answerOf("email", emailSchema, "The new email."),
        ...problems(404, 409, 422, 429),
      },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const email = await change(
        c,
        async (tx) => requireEmail(tx, account.id, await retryEmail(tx, account, c.req.valid("param").id, now)),
        (retried) => presentEmail(retried).order_id,
      );
      if (email.orderId !== null) noteOrder(c, email.orderId);
      const location = `${services.accountUrl(account)}/api/v3/emails/${email.id}`;
      return c.json({ email: presentEmail(email) }, 201, { location });
    },
  );

/** Matches no email. Used for an order that does not exist. */
const noRow = 0;

/** A mail server accepted it. */
const wasSent = new Set<Email["status"]>(["sent", "bounced", "complained"]);

export function presentEmail(email: Email): z.output<typeof emailSchema> {
  return {
    id: email.id,
    kind: email.kind,
    order_id: email.orderPublicId === null ? null : presentOrderId(email.orderPublicId),
    order_vendor_id: email.vendorId,
    order_shop_number: shopNumber({ vendorId: email.vendorId, title: email.orderTitle }),
    recipient: orNull(email.recipient),
    status: email.status,
    waits_for_release: waitsForRelease(email),
    subject: email.subject,
    attempts: email.attempts,
    created_at: writeInstant(email.createdAt),
    sent_at: wasSent.has(email.status) && email.sentAt !== null ? writeInstant(email.sentAt) : null,
    next_attempt_at: email.status === "queued" ? writeInstant(email.nextAttemptAt) : null,
    tries: email.tries.map(({ triedAt, outcome, response }) => ({
      tried_at: writeInstant(triedAt),
      outcome,
      response,
    })),
  };
}

export const presentWithContent = (
  email: Email & { textBody: string | null; htmlBody: string | null },
): z.output<typeof emailContentSchema> => ({
  ...presentEmail(email),
  message_id: email.messageId,
  text_body: email.textBody,
  html_body: email.htmlBody,
});
