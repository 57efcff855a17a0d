import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Instant } from "../../instants.ts";
import { sendTestEmail } from "../../mail/mail-settings.ts";
import { checkSenderDomain } from "../../mail/sender-domain.ts";
import { waitInWords } from "../wait-in-words.ts";
import { newRoutes, type V3Env } from "./environment.ts";
import { json } from "./json-content.ts";
import { problemResponse, problems } from "./problem.ts";

const tags = ["Emails"];

const mailSettingsSchema = z
  .object({
    sends_email: z
      .boolean()
      .openapi({ description: "False if no mail server is set up: emails are kept and not sent." }),
    server_host: z
      .string()
      .nullable()
      .openapi({ description: "Host of the mail server, set with `WAYBILL_SMTP`. Null if none is set up." }),
    server_port: z.number().int().nullable(),
    encryption: z.enum(["always", "if_offered"]).nullable().openapi({
      description: "if_offered: encrypted if the server offers STARTTLS. Null if no mail server is set up.",
    }),
    sender: z.string().openapi({ description: "Sender address of emails, set with `WAYBILL_MAIL_FROM`." }),
  })
  .openapi("MailSettings");

const senderDomainSchema = z
  .object({
    domain: z.string(),
    checks: z.array(
      z
        .object({
          record: z.enum(["spf", "dkim", "dmarc"]),
          status: z.enum(["ok", "missing", "wrong", "no_answer", "not_checked"]).openapi({
            description:
              "no_answer: the name servers did not answer in time. not_checked: Waybill does not sign emails, so it does not know which key to look for.",
          }),
          name: z.string().openapi({ description: "The name in DNS that has the record, or should have it." }),
          found: z.string().nullable().openapi({ description: "The record as it is now." }),
          publish: z
            .string()
            .nullable()
            .openapi({ description: "TXT record to publish at `name`. Null if there is nothing to publish." }),
          summary: z.string().openapi({ description: "The result, and what to do." }),
        })
        .openapi("SenderRecord"),
    ),
  })
  .openapi("SenderDomain");

export const mailTestSchema = z
  .object({
    recipient: z.string(),
    outcome: z.enum(["sent", "kept", "failed", "no_answer"]).openapi({
      description:
        "sent: the mail server accepted it. kept: no mail server is set up, so nothing was sent. failed: see `response`. no_answer: the mail server did not reply within a minute.",
    }),
    response: z.string().openapi({ description: "Reply of the mail server, or the connection error." }),
  })
  .openapi("MailTest");

/** Test emails per account and minute. */
const mostTests = 5;
const minute = 60_000;

/** When each account's latest test emails were requested, on this server. */
const latestTests = new Map<number, number[]>();

/** Seconds to wait before another test email; null if one may be sent now, which counts it. */
function takeTest(accountId: number, now: Instant): number | null {
  for (const [id, times] of latestTests) if ((times.at(-1) ?? 0) <= now - minute) latestTests.delete(id);
  const latest = (latestTests.get(accountId) ?? []).filter((at) => at > now - minute);
  const [first = now] = latest;
  if (latest.length >= mostTests) return Math.max(1, Math.ceil((first + minute - now) / 1000));
  latestTests.set(accountId, [...latest, now]);
  return null;
}

export const mailSettingsRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/mail_settings",
      summary: "Retrieve the mail settings",
      description:
        "The mail settings of the installation, which are the same for all accounts. The operator sets them with `WAYBILL_SMTP` and `WAYBILL_MAIL_FROM`. Owners only.",
      tags,
      responses: {
        200: { description: "The settings.", content: json(z.object({ mail_settings: mailSettingsSchema })) },
        ...problems(),
      },
    }),
    (c) => {
      const { server, sender } = c.var.services.mail.settings;
      const mail_settings = {
        sends_email: server !== null,
        server_host: server?.host ?? null,
        server_port: server?.port ?? null,
        encryption: server?.encryption ?? null,
        sender,
      };
      return c.json({ mail_settings }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/mail_settings/sender_domain",
      summary: "Check the sender's domain",
      description:
        "Looks up SPF, DKIM and DMARC of the domain that emails come from, and says what to publish. The answer takes as long as the name servers need, at most about six seconds. Owners only.",
      tags,
      responses: {
        200: { description: "What DNS says.", content: json(z.object({ sender_domain: senderDomainSchema })) },
        ...problems(),
      },
    }),
    async (c) => {
      const { network, mail } = c.var.services;
      return c.json({ sender_domain: await checkSenderDomain(network.texts, mail.settings) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/mail_settings/test",
      summary: "Send a test email",
      description:
        "Sends an email immediately, without the queue: to the signed-in person or, with the API key, to the account's email address. It does not count toward the allowance. Limit: five per minute.",
      tags,
      responses: {
        200: { description: "The result of the test.", content: json(z.object({ mail_test: mailTestSchema })) },
        ...problems(429),
      },
    }),
    async (c) => {
      const tested = await sendTest(c);
      return tested instanceof Response ? (tested as never) : c.json({ mail_test: tested }, 200);
    },
  );

/**
 * Sends a test email to the signed-in person, or to the account's address: the standard one unless `content` is given. Resolves with
 * a problem if there were too many in the last minute.
 */
export async function sendTest(
  c: Context<V3Env>,
  content?: { subject: string; text: string; html: string },
): Promise<z.output<typeof mailTestSchema> | Response> {
  const { services, account, user, now } = c.var;
  const { settings, mailer } = services.mail;
  const recipient = user?.email ?? account.email;
  if (!settings.server) {
    const response = "No mail server is set up (WAYBILL_SMTP is not set), so nothing was sent.";
    return { recipient, outcome: "kept", response };
  }
  const seconds = takeTest(account.id, now);
  if (seconds !== null) {
    const detail = `Too many test emails: five in the last minute. Try again in ${waitInWords(seconds)}.`;
    return problemResponse(429, { detail, headers: { "retry-after": String(seconds) } });
  }
  const test = { account, sender: settings.sender, recipient, ...(content && { content }) };
  return { recipient, ...(await sendTestEmail(mailer, test, now)) };
}
