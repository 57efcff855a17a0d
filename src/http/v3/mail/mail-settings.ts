import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { isMemberAddress } from "../../../access/people/members.ts";
import { checkSenderDomain } from "../../../messages/mail/sender-domain/check-sender-domain.ts";
import { mailSecurities, storedServer } from "../../../messages/mail/transport/mail-server.ts";
import { sendTestEmail } from "../../../messages/mail/transport/test-email.ts";
import type { Reader } from "../../../platform/database/database.ts";
import { DomainError } from "../../../platform/errors.ts";
import { testsADay, testsAMinute, testTries } from "../../../platform/limits/member-emails.ts";
import { takeTries } from "../../../platform/limits/rate-limits.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { problemResponse } from "../../problem.ts";
import { waitInWords } from "../../wait-in-words.ts";
import { answerOf } from "../framework/answers.ts";
import { newRoutes, type V3Env, type V3Services } from "../framework/environment.ts";
import { shownInteger, shownRecipient } from "../framework/fields.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

const tags = ["Emails"];

const mailSettingsSchema = z
  .object({
    sends_email: z
      .boolean()
      .describe("False if neither the store nor the installation has a mail server: emails are kept and not sent."),
    server_host: z
      .string()
      .nullable()
      .describe("Host of the installation's mail server, set with `WAYBILL_SMTP`. Null if none is set up."),
    server_port: shownInteger.nullable().describe("Port of the installation's mail server. Null if none is set up."),
    encryption: z
      .enum(["always", "if_offered"])
      .nullable()
      .describe("if_offered: encrypted if the server offers STARTTLS. Null if no mail server is set up."),
    sender: z.string().describe("Sender address of the installation's emails, set with `WAYBILL_MAIL_FROM`."),
    host: z.string().nullable().describe("Host of the store's own mail server. Null if it has none."),
    port: shownInteger.nullable().describe("Port of the store's own mail server."),
    security: z
      .enum(mailSecurities)
      .nullable()
      .describe("starttls: encrypted after the greeting. tls: encrypted from the start. none: not encrypted."),
    user: z.string().nullable().describe("Who signs in at the store's own mail server. The password is never shown."),
    from: z.string().nullable().describe("Sender address of emails that go by the store's own mail server."),
  })
  .openapi("MailSettings", {
    example: {
      sends_email: true,
      server_host: "mail.example.com",
      server_port: 587,
      encryption: "if_offered",
      sender: "downloads@example.com",
      host: "smtp.example.com",
      port: 587,
      security: "starttls",
      user: "shop@example.com",
      from: "shop@example.com",
    },
  });

const exampleRecords = [
  {
    record: "spf",
    status: "ok",
    name: "example.com",
    found: "v=spf1 a:mail.example.com ~all",
    publish: null,
    summary: "example.com has an SPF record.",
  },
  {
    record: "dkim",
    status: "not_checked",
    name: "example.com",
    found: null,
    publish: null,
    summary: "Waybill does not sign these emails. Check that your mail service signs them for this domain.",
  },
  {
    record: "dmarc",
    status: "missing",
    name: "_dmarc.example.com",
    found: null,
    publish: "v=DMARC1; p=none",
    summary:
      "example.com has no DMARC record, which Gmail and Yahoo ask of senders of many emails. Publish the record.",
  },
];

const senderDomainSchema = z
  .object({
    domain: z.string().describe("Domain of the sender address, whose records are looked up."),
    checks: z
      .array(
        z
          .object({
            record: z
              .enum(["spf", "dkim", "dmarc"])
              .describe(
                "`spf` lists the servers that may send, `dkim` has the key of signatures, `dmarc` tells receivers what to do with forged emails.",
              ),
            status: z
              .enum(["ok", "missing", "wrong", "no_answer", "not_checked"])
              .describe(
                "no_answer: the name servers did not answer in time. not_checked: Waybill does not sign emails, so it does not know which key to look for.",
              ),
            name: z.string().describe("The name in DNS that has the record, or should have it."),
            found: z.string().nullable().describe("The record as it is now."),
            publish: z
              .string()
              .nullable()
              .describe("TXT record to publish at `name`. Null if there is nothing to publish."),
            summary: z.string().describe("The result, and what to do."),
          })
          .openapi("SenderRecord", { example: exampleRecords[2] }),
      )
      .describe("SPF, DKIM and DMARC, in this order."),
  })
  .openapi("SenderDomain", { example: { domain: "example.com", checks: exampleRecords } });

export const mailTestSchema = z
  .object({
    recipient: shownRecipient,
    outcome: z
      .enum(["sent", "kept", "failed", "no_answer"])
      .describe(
        "sent: the mail server accepted it. kept: no mail server is set up, so nothing was sent. failed: see `response`. no_answer: the mail server did not reply within a minute.",
      ),
    response: z.string().describe("Reply of the mail server, or the connection error."),
  })
  .openapi("MailTest", {
    example: { recipient: "ann@example.com", outcome: "sent", response: "250 2.0.0 OK: queued" },
  });

export const mailSettingsAnswer = answerOf("mail_settings", mailSettingsSchema, "The mail settings.");

/** The settings of the installation, and the store's own. */
export async function presentMailSettings(
  { db, transports }: Pick<V3Services, "db" | "transports">,
  account: Account,
): Promise<z.output<typeof mailSettingsSchema>> {
  const { server, sender } = transports.installation.settings;
  const own = await storedServer(db.read, account.id);
  return {
    sends_email: server !== null || own !== undefined,
    server_host: server?.host ?? null,
    server_port: server?.port ?? null,
    encryption: server?.encryption ?? null,
    sender,
    host: own?.host ?? null,
    port: own?.port ?? null,
    security: own?.security ?? null,
    user: own?.user ?? null,
    from: own?.sender ?? null,
  };
}

export const mailSettingsRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/mail_settings",
      role: "owner",
      scope: "account:manage",
      summary: "Retrieve the mail settings",
      description:
        "The store's own mail server, if it has one, and the mail settings of the installation, which are the same for all accounts: its operator sets them with `WAYBILL_SMTP` and `WAYBILL_MAIL_FROM`. Owners only.",
      tags,
      responses: {
        200: mailSettingsAnswer,
        ...problems(),
      },
    }),
    async (c) => c.json({ mail_settings: await presentMailSettings(c.var.services, c.var.account) }, 200),
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/mail_settings/sender_domain",
      role: "owner",
      scope: "account:manage",
      summary: "Check the sender's domain",
      description:
        "Looks up SPF, DKIM and DMARC of the domain that emails to customers come from, and says what to publish. The answer takes as long as the name servers need, at most about six seconds. Owners only.",
      tags,
      responses: {
        200: answerOf("sender_domain", senderDomainSchema, "The sender's domain and its records."),
        ...problems(),
      },
    }),
    async (c) => {
      const { network, transports } = c.var.services;
      const { settings } = await transports.ofStore(c.var.account.id);
      return c.json({ sender_domain: await checkSenderDomain(network.texts, settings) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/mail_settings/test",
      role: "owner",
      scope: "account:manage",
      activity: null,
      summary: "Send a test email",
      description:
        "Sends an email immediately, without the queue: to the signed-in person or, with the API key, to the account's email address if it is a member's. It does not count toward the allowance. Limit: 5 per minute and 100 per day, with previews.",
      tags,
      responses: {
        200: answerOf("mail_test", mailTestSchema, "Result of the test."),
        ...problems(429),
      },
    }),
    async (c) => {
      const tested = await sendTest(c);
      return tested instanceof Response ? (tested as never) : c.json({ mail_test: tested }, 200);
    },
  );

/**
 * Sends a test email to the signed-in person, or to the account's address if it is a member's: the standard one unless `content` is
 * given. Resolves with a problem if the store has sent too many. Throws `not_allowed`.
 */
export async function sendTest(
  c: Context<V3Env>,
  content?: { subject: string; text: string; html: string },
): Promise<z.output<typeof mailTestSchema> | Response> {
  const { services, account, user, now } = c.var;
  const transport = await services.transports.ofStore(account.id);
  const recipient = user?.email ?? (await provenAddress(services.db.read, account));
  if (transport.settings.server === null) {
    const response = "No mail server is set up (WAYBILL_SMTP is not set), so nothing was sent.";
    return { recipient, outcome: "kept", response };
  }
  const refusal = await takeTest(c);
  if (refusal) return refusal;
  const test = { account, recipient, ...(content && { content }) };
  return { recipient, ...(await sendTestEmail(transport, test, now)) };
}

/** Counts a test email. Resolves with a problem if the store has sent too many. */
export async function takeTest(c: Context<V3Env>): Promise<Response | null> {
  const { services, account, now } = c.var;
  const seconds = await takeTries(services.db, testTries(account.id), now);
  if (seconds === null) return null;
  const detail = `Too many test emails: a store can send ${testsAMinute} a minute and ${testsADay} a day. Try again in ${waitInWords(seconds)}.`;
  return problemResponse(429, { detail, headers: { "retry-after": String(seconds) } });
}

/** The account's own address could be anybody's. A member's address is verified. */
async function provenAddress(reader: Reader, { id, email }: Account): Promise<string> {
  if (await isMemberAddress(reader, id, email)) return email;
  const sentence =
    `Test emails go to members only, and the account's email address, ${email}, is no member's. ` +
    "Send the test while you are signed in, invite that address, or set the account's email address to a member's.";
  throw new DomainError("not_allowed", sentence);
}
