import { createRoute, z } from "@hono/zod-openapi";
import type { Account } from "../../accounts/accounts.ts";
import { builtInWordings, rejectUnusableWording } from "../../delivery-emails/render-wording.ts";
import { type Instant, writeInstant } from "../../instants.ts";
import { longestWording } from "../../wording/limits.ts";
import { formats, type WordingName, wordingNames } from "../../wording/names.ts";
import { type StoredWording, saveWording, storedWordings, undoWording } from "../../wording/wordings.ts";
import { newRoutes } from "./environment.ts";
import { orderIdentifier, shownInstant } from "./fields.ts";
import { jsonBody } from "./json-body.ts";
import { json } from "./json-content.ts";
import { mailTestSchema, sendTest } from "./mail-settings.ts";
import { problems } from "./problem.ts";
import { optional } from "./values.ts";
import { previewOf, storeOf } from "./wording-preview.ts";

const tags = ["Wording"];

const name = z
  .enum(wordingNames, { error: `must be one of ${wordingNames.join(", ")}` })
  .openapi({ example: "email_subject" });
const wordingName = z.object({ name });

const source = z
  .string({ error: "must be a Liquid template" })
  .max(longestWording, `must have at most ${longestWording} characters`)
  // Characters that emails and some databases cannot store.
  .refine((text) => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text), "must contain only printable characters and line breaks")
  .openapi({ maxLength: longestWording });

const wordingSchema = z
  .object({
    name,
    format: z
      .enum(["line", "text", "html"])
      .openapi({ description: "Format of the text. Values are escaped in html only." }),
    source: z.string().nullable().openapi({ description: "Your template in Liquid. Null: the built-in text is used." }),
    built_in: z.string().openapi({ description: "The built-in template, as a starting point." }),
    can_undo: z.boolean().openapi({ description: "Whether there is a previous version to go back to." }),
    problem: z.string().nullable().openapi({
      description:
        "Why your template failed for the last order that used it. The customer saw the built-in text instead. Null: no problem.",
    }),
    problem_at: shownInstant.nullable(),
    updated_at: shownInstant.nullable(),
  })
  .openapi("Wording", {
    example: {
      name: "email_subject",
      format: "line",
      source: "Your maps, {{ customer.firstName }}",
      built_in: builtInWordings("en").email_subject,
      can_undo: true,
      problem: null,
      problem_at: null,
      updated_at: "2026-11-20T21:37:00+00:00",
    },
  });

const wordingChange = z
  .object({ source: source.nullable() })
  .openapi("WordingChange", { example: { source: "Your order {{ order.id }} from {{ store.name }}" } });

const previewFields = {
  wordings: z
    .strictObject({
      email_subject: source.nullish(),
      email_text: source.nullish(),
      email_html: source.nullish(),
      update_subject: source.nullish(),
      update_text: source.nullish(),
      update_html: source.nullish(),
      page_greeting: source.nullish(),
      page_notice: source.nullish(),
      page_footer: source.nullish(),
    })
    .optional()
    .openapi({ description: "Templates to use instead of the saved ones. Null: the built-in text." }),
  order_id: optional(orderIdentifier).openapi({
    type: ["integer", "string"],
    description: "ID of the order to show. Default: the latest order.",
  }),
};

const previewInput = z
  .object(previewFields)
  .openapi("WordingPreviewInput", { example: { wordings: { email_subject: "Order {{ order.id }}" } } });

const sentPreviewInput = z
  .object({
    ...previewFields,
    email: z
      .enum(["delivery", "update"], { error: "must be delivery or update" })
      .optional()
      .openapi({ description: "Which email to send. Default: delivery." }),
  })
  .openapi("SentPreviewInput", { example: { wordings: { email_subject: "Order {{ order.id }}" } } });

const previewSchema = z
  .object({
    order_id: z
      .string()
      .nullable()
      .openapi({ description: "ID of the order shown. Null: a sample order, because there are no orders yet." }),
    email_subject: z.string(),
    email_text: z.string(),
    email_html: z.string(),
    update_subject: z.string().openapi({ description: "Subject of the email about an update, for a made-up update." }),
    update_text: z.string().openapi({ description: "That email as plain text." }),
    update_html: z.string().openapi({ description: "That email as HTML." }),
    page_greeting: z.string(),
    page_notice: z.string(),
    page_footer: z.string(),
  })
  .openapi("WordingPreview", {
    example: {
      order_id: "10000001",
      email_subject: "Order 10000001",
      email_text: "Hello Ann, …",
      email_html: "<!doctype html>…",
      update_subject: "New version of Map of the south from Ann's Maps",
      update_text: "Hello Ann, …",
      update_html: "<!doctype html>…",
      page_greeting: "Hello Ann, thank you for your order.",
      page_notice: "",
      page_footer: "",
    },
  });

const wordingAnswer = { description: "The text.", content: json(z.object({ wording: wordingSchema })) };

export const wordingRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/wordings",
      summary: "List all customizable texts",
      tags,
      responses: {
        200: { description: "All customizable texts.", content: json(z.object({ wordings: z.array(wordingSchema) })) },
        ...problems(),
      },
    }),
    async (c) => {
      const stored = await storedWordings(c.var.services.db.read, c.var.account.id);
      return c.json({ wordings: wordingNames.map((one) => presentWording(one, stored.get(one), c.var.account)) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/wordings/preview",
      summary: "Preview texts for an order",
      description:
        "Renders the texts without saving anything. A template that cannot be used is rejected, naming the line.",
      tags,
      middleware: [jsonBody("preview")] as const,
      request: { body: { required: true, content: json(previewInput) } },
      responses: {
        200: {
          description: "The texts as the customer would read them.",
          content: json(z.object({ preview: previewSchema })),
        },
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { wordings, order_id } = c.req.valid("json");
      return c.json({ preview: await previewOf(c, wordings ?? {}, order_id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/wordings/send_preview",
      summary: "Send a preview of an email",
      description:
        "Sends the previewed delivery email, or with `email` the one about an update, to the signed-in person or, with the API key, to the account's email address. Saves nothing, and does not count toward the allowance. Limit: five test emails per minute.",
      tags,
      middleware: [jsonBody("preview")] as const,
      request: { body: { required: true, content: json(sentPreviewInput) } },
      responses: {
        200: { description: "The result.", content: json(z.object({ mail_test: mailTestSchema })) },
        ...problems(400, 404, 413, 415, 422, 429),
      },
    }),
    async (c) => {
      const { wordings = {}, order_id, email } = c.req.valid("json");
      const shown = await previewOf(c, wordings, order_id);
      const rendered =
        email === "update"
          ? { subject: shown.update_subject, text: shown.update_text, html: shown.update_html }
          : { subject: shown.email_subject, text: shown.email_text, html: shown.email_html };
      const tested = await sendTest(c, rendered);
      return tested instanceof Response ? (tested as never) : c.json({ mail_test: tested }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/wordings/{name}",
      summary: "Retrieve a text",
      tags,
      request: { params: wordingName },
      responses: { 200: wordingAnswer, ...problems(422) },
    }),
    async (c) => {
      const { name } = c.req.valid("param");
      const stored = await storedWordings(c.var.services.db.read, c.var.account.id);
      return c.json({ wording: presentWording(name, stored.get(name), c.var.account) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/api/v3/wordings/{name}",
      summary: "Update a text",
      description:
        "Set `source` to null to use the built-in text again. A template that would fail for any order, or an email without the customer's link, is rejected, naming the line. The previous version is kept for undo.",
      tags,
      middleware: [jsonBody("wording")] as const,
      request: { params: wordingName, body: { required: true, content: json(wordingChange) } },
      responses: { 200: wordingAnswer, ...problems(400, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { name } = c.req.valid("param");
      const { source } = c.req.valid("json");
      if (source !== null) {
        const use = { accountId: account.id, store: storeOf(c), now };
        await rejectUnusableWording(services.renderer, name, source, use);
      }
      const stored = await services.db.write(async (tx) => {
        await saveWording(tx, account.id, { name, source }, now);
        return storedWordings(tx, account.id);
      });
      return c.json({ wording: presentWording(name, stored.get(name), c.var.account) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/wordings/{name}/undo",
      summary: "Undo the last change of a text",
      description: "Restores the previous version. A second undo restores the version from before the first.",
      tags,
      request: { params: wordingName },
      responses: { 200: wordingAnswer, ...problems(404, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { name } = c.req.valid("param");
      const stored = await services.db.write(async (tx) => {
        await undoWording(tx, account.id, name, now);
        return storedWordings(tx, account.id);
      });
      return c.json({ wording: presentWording(name, stored.get(name), c.var.account) }, 200);
    },
  );

function presentWording(
  name: WordingName,
  stored: StoredWording | undefined,
  { language }: Pick<Account, "language">,
): z.output<typeof wordingSchema> {
  const instant = (at: Instant | null | undefined) => (typeof at === "number" ? writeInstant(at) : null);
  return {
    name,
    format: formats[name],
    source: stored?.source ?? null,
    built_in: builtInWordings(language ?? "en")[name],
    can_undo: stored !== undefined,
    problem: stored?.problem ?? null,
    problem_at: instant(stored?.problemAt),
    updated_at: instant(stored?.updatedAt),
  };
}
