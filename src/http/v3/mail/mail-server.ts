import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  completeServer,
  keepServer,
  longestHost,
  longestPassword,
  longestUser,
  type MailServer,
  mailPorts,
  mailSecurities,
  removeServer,
} from "../../../messages/mail/transport/mail-server.ts";
import { sendTestEmail } from "../../../messages/mail/transport/test-email.ts";
import { DomainError } from "../../../platform/errors.ts";
import { unchanged } from "../../../store/activity/recording-change.ts";
import { problemResponse } from "../../problem.ts";
import type { SignedIn } from "../../sign-in/sign-in.ts";
import { change } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { email, text } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { oneOfNumbers } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { mailSettingsAnswer, presentMailSettings, takeTest } from "./mail-settings.ts";

const tags = ["Emails"];

const ownersOnly = "For signed-in owners, who confirm it with their password; never with an API key.";

/** An empty one is no try of a password. */
const ownPassword = text(longestPassword, { shortest: 1 }).describe("The password with which you signed in.");

const newMailSettings = z
  .object({
    host: text(longestHost, { shortest: 1 }).describe("Name of the store's own mail server."),
    port: oneOfNumbers(mailPorts)
      .openapi({ type: "integer", enum: [...mailPorts] })
      .describe("Usually 587 with `starttls`, and 465 with `tls`."),
    security: z
      .enum(mailSecurities, { error: `must be one of ${mailSecurities.join(", ")}` })
      .describe("starttls: encrypted after the greeting. tls: encrypted from the start. none: not encrypted."),
    user: text(longestUser).nullish().describe("Who signs in at the server. Null: nobody."),
    password: text(longestPassword)
      .nullish()
      .describe(
        "Never shown. Leave it out to keep the one before; with another host, port, security or user it is needed again.",
      ),
    from: email.describe("Sender address of emails to the store's customers."),
    current_password: ownPassword,
  })
  .openapi("NewMailSettings", {
    example: {
      host: "smtp.example.com",
      port: 587,
      security: "starttls",
      user: "shop@example.com",
      password: "correct horse battery staple",
      from: "shop@example.com",
      current_password: "hunter2hunter2",
    },
  });

const confirmation = z
  .object({ current_password: ownPassword })
  .openapi("MailSettingsConfirmation", { example: { current_password: "hunter2hunter2" } });

export const mailServerRoutes = newRoutes()
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/mail_settings",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "mail_server.changed" },
      idempotent: false,
      summary: "Set up the store's own mail server",
      description: `Emails to the store's customers go by it from then on. Emails to its people go by it only if the installation has no mail server, and only to people who belong to no other store. It is kept once the server took a test email to you, which counts toward the limit of test emails. The server must have a public address. ${ownersOnly}`,
      tags,
      middleware: [jsonBody("mail_settings")] as const,
      request: { body: { required: true, content: json(newMailSettings) } },
      responses: { 200: mailSettingsAnswer, ...problems(400, 413, 415, 422, 429) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { current_password, from: sender, user = null, password, ...where } = c.req.valid("json");
      const person = signedInOwner(c);
      const entered = { ...where, sender, user: user?.trim() || null, password };
      // Checked first, because a mistyped field must not count as a wrong password.
      const server = await completeServer(services.db.read, services.vault, account.id, entered);
      const refusal = await confirm(c, current_password);
      if (refusal) return refusal as never;
      const failure = await failedTest(c, server, person.email);
      if (failure) return failure as never;
      await change(c, (tx) => keepServer(tx, services.vault, account.id, server, now));
      return c.json({ mail_settings: await presentMailSettings(services, account) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/mail_settings",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "mail_server.removed" },
      summary: "Remove the store's own mail server",
      description: `Emails to customers go by the installation's mail server again. ${ownersOnly}`,
      tags,
      middleware: [jsonBody("mail_settings")] as const,
      request: { body: { required: true, content: json(confirmation) } },
      responses: { 204: { description: "Removed, or there was none." }, ...problems(400, 413, 415, 422, 429) },
    }),
    async (c) => {
      signedInOwner(c);
      const refusal = await confirm(c, c.req.valid("json").current_password);
      if (refusal) return refusal as never;
      await change(c, async (tx) => ((await removeServer(tx, c.var.account.id)) ? {} : unchanged({})));
      return c.body(null, 204);
    },
  );

/** Throws `not_allowed` for programs. */
function signedInOwner(c: Context<V3Env>): SignedIn["user"] {
  const { user } = c.var;
  if (user) return user;
  const sentence = "Only an owner who is signed in can change the store's mail server, not an API key.";
  throw new DomainError("not_allowed", sentence);
}

/** Null once the signed-in person has confirmed with their password. */
async function confirm(c: Context<V3Env>, password: string): Promise<Response | null> {
  const { services, account } = c.var;
  const confirmed = await services.signIn.confirmPassword(c.req.raw, { account, client: c.env.client }, password);
  if (confirmed.outcome === "right") return null;
  if (confirmed.outcome === "wrong") {
    const errors = [{ field: "current_password", message: "is not your password" }];
    return problemResponse(422, { detail: "current_password is not your password.", errors });
  }
  const { sentence, seconds } = confirmed;
  return problemResponse(429, { detail: sentence, headers: { "retry-after": String(seconds) } });
}

/** Sends a test email through the server. Null if the server accepted it. */
async function failedTest(c: Context<V3Env>, server: MailServer, recipient: string): Promise<Response | null> {
  const { services, account, now } = c.var;
  const refusal = await takeTest(c);
  if (refusal) return refusal;
  const transport = services.transports.open(server);
  try {
    const { outcome, response } = await sendTestEmail(transport, { account, recipient }, now);
    if (outcome === "sent") return null;
    const detail = `Nothing was changed, because ${server.host} did not take a test email to ${recipient}: ${response}`;
    return problemResponse(422, { detail });
  } finally {
    void transport.mailer.close();
  }
}
