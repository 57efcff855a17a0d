import { createRoute, z } from "@hono/zod-openapi";
import { type MailTest, sendTestEmail } from "../../mail/mail-settings.ts";
import { newRoutes } from "./environment.ts";
import { json } from "./json-content.ts";
import { problemResponse, problems } from "./problem.ts";

const tags = ["Emails"];

const mailSettingsSchema = z
  .object({
    sends_email: z
      .boolean()
      .openapi({ description: "False without a mail server: emails are kept, and nobody gets them." }),
    server_host: z.string().nullable().openapi({ description: "Null without a mail server. Set with WAYBILL_SMTP." }),
    server_port: z.number().int().nullable(),
    encryption: z
      .enum(["always", "if_offered"])
      .nullable()
      .openapi({ description: "if_offered: encrypted when the server offers STARTTLS." }),
    sender: z.string().openapi({ description: "Address that emails come from. Set with WAYBILL_MAIL_FROM." }),
  })
  .openapi("MailSettings");

const mailTestSchema = z
  .object({
    recipient: z.string(),
    outcome: z.enum(["sent", "kept", "failed", "no_answer"]).openapi({
      description:
        "sent: the mail server took it. kept: there is no mail server, so nothing was sent. failed: see response. no_answer: the server has the message, and had not answered after a minute.",
    }),
    response: z.string().openapi({ description: "The mail server's own words, or the connection's error." }),
  })
  .openapi("MailTest");

/** Test emails of one account in a minute. */
const mostTests = 5;
const minute = 60_000;

/** When each account's latest test emails were asked for, on this server. */
const latestTests = new Map<number, number[]>();

/** Seconds to wait until another test email may go out; null when one may now, which is counted. */
function takeTest(accountId: number, now: number): number | null {
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
      summary: "Read how the installation sends emails",
      description:
        "The same for all accounts of the installation. Whoever runs it changes this with the variables WAYBILL_SMTP and WAYBILL_MAIL_FROM. For owners.",
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
      method: "post",
      path: "/api/v3/mail_settings/test",
      summary: "Send a test email",
      description:
        "At once, past the queue, to the signed-in person; with the API key to the account's email. Counts towards no allowance. At most five a minute.",
      tags,
      responses: {
        200: { description: "What became of it.", content: json(z.object({ mail_test: mailTestSchema })) },
        ...problems(429),
      },
    }),
    async (c) => {
      const { services, account, user, now } = c.var;
      const { settings, mailer } = services.mail;
      const recipient = user?.email ?? account.email;
      if (!settings.server) {
        const response = "There is no mail server: WAYBILL_SMTP is not set. Nothing was sent.";
        return c.json({ mail_test: { recipient, outcome: "kept" as const, response } }, 200);
      }
      const seconds = takeTest(account.id, now);
      if (seconds !== null) {
        const detail = `Five test emails went out in the last minute. Try again in ${seconds} seconds.`;
        return problemResponse(429, { detail, headers: { "retry-after": String(seconds) } }) as never;
      }
      const result: MailTest = await sendTestEmail(mailer, { account, sender: settings.sender, recipient }, now);
      return c.json({ mail_test: { recipient, ...result } }, 200);
    },
  );
