import { createRoute, z } from "@hono/zod-openapi";
import { writeInstant } from "../../instants.ts";
import { type Email, emailContent, requireEmail, retryEmail, searchEmails } from "../../mail/emails.ts";
import { orderByPublicId } from "../../orders/orders.ts";
import { newRoutes } from "./environment.ts";
import { orNull, pageFields, pageQuery, rowNumber, rowsOf, shownInstant, shownText, text } from "./fields.ts";
import { tellsOf } from "./idempotency.ts";
import { json } from "./json-content.ts";
import { presentOrderId } from "./present-order.ts";
import { problems } from "./problem.ts";
import { optional } from "./values.ts";

const tags = ["Emails"];
export const emailStatuses = ["queued", "sent", "kept", "failed", "over_allowance", "cancelled"] as const;

const statusMeaning =
  "sent: a mail server took it. kept: there is no mail server; it is in the mailbox, and nobody got it. " +
  "over_allowance: held back, and never sent by itself.";

const emailId = z.object({ id: rowNumber("email").openapi({ example: 1 }) });

const emailTrySchema = z
  .object({
    tried_at: shownInstant,
    outcome: z.enum(["sent", "kept", "temporary_failure", "permanent_failure"]),
    response: z.string().openapi({ description: "The mail server's own words, or the connection's error." }),
  })
  .openapi("EmailTry");

const emailFields = {
  id: z.number().int(),
  order_id: z.union([z.number().int(), z.string()]).openapi({ type: ["integer", "string"] }),
  recipient: shownText.openapi({ description: "Null once the order was deleted." }),
  status: z.enum(emailStatuses).openapi({ description: statusMeaning }),
  subject: z.string().nullable().openapi({ description: "Null until the message was tried." }),
  attempts: z.number().int(),
  created_at: shownInstant,
  sent_at: shownInstant.nullable().openapi({ description: "Null unless a mail server took it." }),
  next_attempt_at: shownInstant.nullable().openapi({ description: "Null unless it is queued." }),
  tries: z.array(emailTrySchema),
};

export const emailSchema = z.object(emailFields).openapi("Email");

const emailContentSchema = z
  .object({
    ...emailFields,
    message_id: z.string().openapi({ description: "The same at every try; without angle brackets." }),
    text_body: z.string().nullable().openapi({ description: "Null until the message was tried." }),
    html_body: z.string().nullable().openapi({ description: "Null until the message was tried." }),
  })
  .openapi("EmailWithContent");

export const emailRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/emails",
      summary: "List delivery emails, newest first",
      description: "Every message with its status and each try to send it. Filters that are given must all hold.",
      tags,
      request: {
        query: pageQuery.extend({
          status: optional(z.enum(emailStatuses, { error: `must be one of ${emailStatuses.join(", ")}` })),
          order_id: text(64).optional().openapi({ description: "Of this order.", example: "10000001" }),
          q: text(255).optional().openapi({
            description: "An order id as a whole, or the beginning of a recipient's address in any case.",
            example: "ann@",
          }),
        }),
      },
      responses: {
        200: {
          description: "A page of emails.",
          content: json(z.object({ emails: z.array(emailSchema), ...pageFields })),
        },
        ...problems(422),
      },
    }),
    async (c) => {
      const { status, order_id, q, ...page } = c.req.valid("query");
      const { services, account } = c.var;
      const { scan: read } = services.db;
      const order = order_id === undefined ? undefined : await orderByPublicId(read, account.id, order_id);
      const search = { status, orderId: order === null ? noRow : order?.id, text: q?.trim() };
      const { emails, total } = await searchEmails(read, account.id, search, rowsOf(page));
      return c.json({ emails: emails.map(presentEmail), ...page, total }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/emails/{id}",
      summary: "Read a delivery email with its content",
      tags,
      request: { params: emailId },
      responses: {
        200: { description: "The email.", content: json(z.object({ email: emailContentSchema })) },
        ...problems(404),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const email = await requireEmail(services.db.read, account.id, c.req.valid("param").id);
      const content = await emailContent(services.db.read, email);
      return c.json({ email: { ...presentEmail(email), message_id: email.message_id, ...content } }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/emails/{id}/retry",
      summary: "Send the delivery email again as a new message",
      description:
        "For an email that was sent, that failed or that the allowance held back. The new message goes to the address that the order has now, and is tried for 24 hours; the email before stays as it is. An order without items has nothing to deliver: 422.",
      tags,
      request: { params: emailId },
      responses: {
        201: { description: "The new email.", content: json(z.object({ email: emailSchema })) },
        ...problems(404, 409, 422, 429),
      },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const email = await services.db.write(async (tx) => {
        const id = await retryEmail(tx, account, c.req.valid("param").id, now);
        return requireEmail(tx, account.id, id);
      });
      tellsOf(c, email.order_id);
      const location = `${services.accountUrl(account)}/api/v3/emails/${email.id}`;
      return c.json({ email: presentEmail(email) }, 201, { location });
    },
  );

/** Stands for an order that does not exist, which has no emails. */
const noRow = 0;

export function presentEmail(email: Email): z.output<typeof emailSchema> {
  return {
    id: email.id,
    order_id: presentOrderId(email.orderPublicId),
    recipient: orNull(email.recipient),
    status: email.status,
    subject: email.subject,
    attempts: email.attempts,
    created_at: writeInstant(email.created_at),
    sent_at: email.status === "sent" && email.sent_at !== null ? writeInstant(email.sent_at) : null,
    next_attempt_at: email.status === "queued" ? writeInstant(email.next_attempt_at) : null,
    tries: email.tries.map(({ tried_at, outcome, response }) => ({
      tried_at: writeInstant(tried_at),
      outcome,
      response,
    })),
  };
}
