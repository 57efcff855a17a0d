import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type KeptMessage, keptMessagesOf, readKeptMessage } from "../../../messages/mail/transport/mailbox-reader.ts";
import type { KeptMessages } from "../../../messages/mail/transport/mailer.ts";
import { DomainError } from "../../../platform/errors.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { pageQuery, rowNumber, rowsOf, shownInstant, shownRecipient, shownSubject } from "../framework/fields.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { exampleEmail } from "./emails.ts";

const tags = ["Emails"];

const messageFields = {
  id: z.number().int().describe("Same as the ID of the email."),
  kind: z.string().describe("Purpose of the message, such as `delivery` or `password_reset`."),
  recipient: shownRecipient,
  subject: shownSubject,
  sent_at: shownInstant.describe("When it was kept. It was not sent."),
};

const exampleMessage = {
  id: 1,
  kind: "delivery",
  recipient: exampleEmail.recipient,
  subject: exampleEmail.subject,
  sent_at: exampleEmail.sent_at,
};

const messageSchema = z.object(messageFields).openapi("Message", { example: exampleMessage });

const messageContentSchema = z
  .object({
    ...messageFields,
    from: z.string().describe("The sender's name and address, from the `From` header."),
    to: z.string().describe("Recipient, as written in the message."),
    headers: z
      .array(
        z
          .object({
            name: z.string().describe("Name of the header."),
            value: z.string().describe("Value of the header."),
          })
          .openapi("MessageHeader", { example: { name: "Subject", value: exampleEmail.subject } }),
      )
      .describe("All headers of the message, also those that mail programs do not show."),
    text_body: z.string().describe("Plain-text version of the message."),
    html_body: z
      .string()
      .describe("HTML version of the message. Links that set a password or accept an invitation are hidden."),
  })
  .openapi("MessageWithContent", {
    example: {
      ...exampleMessage,
      from: "Ann's Maps <downloads@example.com>",
      to: "ann@example.com",
      headers: [{ name: "Subject", value: exampleEmail.subject }],
      text_body: "Hello Ann,\n\nyour downloads are ready: …",
      html_body: "<!doctype html><p>Hello Ann, …",
    },
  });

export const mailboxRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/mailbox",
      role: "owner",
      scope: "account:manage",
      summary: "List kept messages",
      description:
        "Without a mail server, Waybill keeps every message instead of sending it. Lists them, newest first. Owners only, as the list includes messages to the account's members.",
      tags,
      request: { query: pageQuery },
      responses: {
        200: pageOf("messages", messageSchema, "messages"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      requireMailbox(c);
      const { services, account } = c.var;
      const page = c.req.valid("query");
      const { messages, total } = await keptMessagesOf(services.db.read, account.id, rowsOf(page));
      return c.json({ messages: messages.map(presentMessage), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/mailbox/{id}",
      role: "owner",
      scope: "account:manage",
      summary: "Retrieve a kept message",
      tags,
      request: { params: z.object({ id: rowNumber("message").openapi({ example: 1 }) }) },
      responses: {
        200: answerOf("message", messageContentSchema, "The message."),
        ...problems(404),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { id } = c.req.valid("param");
      const { message, content } = await readKeptMessage(services.db.read, requireMailbox(c), account.id, id);
      const { from, to, headers, text, html } = content;
      return c.json(
        { message: { ...presentMessage(message), from, to, headers, text_body: text, html_body: html } },
        200,
      );
    },
  );

function requireMailbox(c: Context<V3Env>): KeptMessages {
  const { mailbox } = c.var.services;
  if (mailbox) return mailbox;
  throw new DomainError("not_found", "There is no mailbox, because a mail server is set up.");
}

function presentMessage({ id, kind, recipient, subject, keptAt }: KeptMessage): z.output<typeof messageSchema> {
  return { id, kind, recipient, subject, sent_at: writeInstant(keptAt) };
}
