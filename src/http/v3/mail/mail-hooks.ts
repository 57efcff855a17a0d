import { z } from "@hono/zod-openapi";
import { writeInstant } from "../../../platform/instants.ts";
import {
  changeSecret,
  createHook,
  listHooks,
  type MailHook,
  removeHook,
  requireHook,
  secretOf,
} from "../../../shops/mail-reports/hooks.ts";
import { longestSecret, mailServiceNames } from "../../../shops/mail-reports/service-names.ts";
import { postmarkUser } from "../../../shops/mail-reports/services/postmark.ts";
import { answerOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { created, store } from "../framework/example-store.ts";
import { createdAt, rowNumber, shownId, shownInstant, shownText, text } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

const tags = ["Emails"];

const secretMeaning =
  "postmark: the password in `url`. ses: the ARN of your SNS topic. mailgun: the HTTP webhook signing key. sendgrid: the verification key. resend: the signing secret.";

const mailHookSchema = z
  .object({
    id: shownId,
    service: z.enum(mailServiceNames).describe("The mail service that reports here."),
    url: z.string().describe("The address to enter at the mail service."),
    secret: shownText.describe(`${secretMeaning} Null: none yet, and reports are answered 401.`),
    created_at: createdAt,
    first_event_at: shownInstant.nullable().describe("Null until the service has sent its first report."),
    last_event_at: shownInstant.nullable().describe("When the newest report arrived."),
    refused_count: z.number().int().describe("Requests with a wrong signature."),
    last_refused_at: shownInstant.nullable().describe("When a request last had a wrong signature."),
  })
  .openapi("MailHook", {
    example: {
      id: 1,
      service: "ses",
      url: `${store}/hooks/mail/7hTq2Zr9xB4nLsVkYcE1wA3dUfM`,
      secret: "arn:aws:sns:eu-west-1:123456789012:bounces",
      created_at: created,
      first_event_at: null,
      last_event_at: null,
      refused_count: 0,
      last_refused_at: null,
    },
  });

const newMailHook = z
  .object({
    service: z
      .enum(mailServiceNames, { error: `must be one of ${mailServiceNames.join(", ")}` })
      .describe("The mail service that you send with."),
    secret: text(longestSecret).nullish().describe(`${secretMeaning} Generated for Postmark if you leave it out.`),
  })
  .openapi("NewMailHook", {
    example: { service: "ses", secret: "arn:aws:sns:eu-west-1:123456789012:bounces" },
  });

const mailHookChanges = z
  .object({ secret: text(longestSecret, { shortest: 1 }).describe(secretMeaning) })
  .openapi("MailHookChanges", { example: { secret: "arn:aws:sns:eu-west-1:123456789012:returned" } });

const hookId = z.object({ id: rowNumber("mail hook").openapi({ example: 1 }) });
const answer = answerOf("mail_hook", mailHookSchema, "The address to enter at the mail service.");

export const mailHookRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/mail_hooks",
      role: "owner",
      scope: "account:manage",
      summary: "List addresses for mail services",
      description:
        "Where mail services report which emails came back or were reported as spam. See the guide on emails that come back. Owners only.",
      tags,
      responses: {
        200: {
          description: "All addresses.",
          content: json(z.object({ mail_hooks: z.array(mailHookSchema).describe("The addresses, oldest first.") })),
        },
        ...problems(),
      },
    }),
    async (c) => {
      const hooks = await listHooks(c.var.services.db.read, c.var.account.id);
      return c.json({ mail_hooks: hooks.map((hook) => present(c.var, hook)) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/mail_hooks",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "mail_hook.created" },
      summary: "Create an address for a mail service",
      description:
        "Enter the `url` at your mail service. Services that make the secret themselves show it then: send it with an update.",
      tags,
      middleware: [jsonBody("mail_hook")] as const,
      request: { body: { required: true, content: json(newMailHook) } },
      responses: { 201: answer, ...problems(400, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { service, secret } = c.req.valid("json");
      const input = { service, secret: secret?.trim() || null };
      const hook = await change(c, (tx) => createHook(tx, services.vault, account.id, input, now));
      const location = `${services.accountUrl(account)}/api/v3/mail_hooks/${hook.id}`;
      return c.json({ mail_hook: present(c.var, hook) }, 201, { location });
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/mail_hooks/{id}",
      role: "owner",
      scope: "account:manage",
      summary: "Retrieve an address for a mail service",
      tags,
      request: { params: hookId },
      responses: { 200: answer, ...problems(404) },
    }),
    async (c) => {
      const hook = await requireHook(c.var.services.db.read, c.var.account.id, c.req.valid("param").id);
      return c.json({ mail_hook: present(c.var, hook) }, 200);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/mail_hooks/{id}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "mail_hook.changed" },
      summary: "Replace the secret of a mail service",
      description: "The secret before it is no longer valid.",
      tags,
      middleware: [jsonBody("mail_hook")] as const,
      request: { params: hookId, body: { required: true, content: json(mailHookChanges) } },
      responses: { 200: answer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { id } = c.req.valid("param");
      const secret = c.req.valid("json").secret.trim();
      const hook = await change(c, (tx) => changeSecret(tx, services.vault, account.id, id, secret));
      return c.json({ mail_hook: present(c.var, hook) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/mail_hooks/{id}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "mail_hook.removed" },
      summary: "Remove an address for a mail service",
      description: "Its address then answers 404.",
      tags,
      request: { params: hookId },
      responses: { 204: { description: "Removed." }, ...problems(404) },
    }),
    async (c) => {
      await change(c, (tx) => removeHook(tx, c.var.account.id, c.req.valid("param").id));
      return c.body(null, 204);
    },
  );

function present({ services, account }: V3Env["Variables"], hook: MailHook): z.output<typeof mailHookSchema> {
  const secret = secretOf(services.vault, hook);
  const shown = (at: MailHook["firstEventAt"]) => (at === null ? null : writeInstant(at));
  const url = new URL(`${services.accountUrl(account)}/hooks/mail/${hook.guid}`);
  if (hook.service === "postmark" && secret !== null) {
    url.username = postmarkUser;
    url.password = secret;
  }
  return {
    id: hook.id,
    service: hook.service,
    url: url.href,
    secret,
    created_at: writeInstant(hook.createdAt),
    first_event_at: shown(hook.firstEventAt),
    last_event_at: shown(hook.lastEventAt),
    refused_count: hook.refusedCount,
    last_refused_at: shown(hook.lastRefusedAt),
  };
}
