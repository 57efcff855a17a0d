import { answerOf } from "../framework/answers.ts";
import { newRoutes } from "../framework/environment.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { mailTestSchema, sendTest } from "./mail-settings.ts";
import { pagePreviewOf, previewOf } from "./wording-preview.ts";
import { previewInput, previewSchema, sentPreviewInput } from "./wording-schemas.ts";

const tags = ["Wording"];

export const wordingPreviewRoutes = newRoutes()
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/wordings/preview",
      role: "owner",
      scope: "account:manage",
      activity: null,
      summary: "Preview texts for an order",
      description:
        "Renders the texts and the order's page without saving anything. A template that cannot be used is rejected, naming the line.",
      tags,
      middleware: [jsonBody("preview")] as const,
      request: { body: { required: true, content: json(previewInput) } },
      responses: {
        200: answerOf("preview", previewSchema, "The texts as the customer would read them."),
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => c.json({ preview: await pagePreviewOf(c, c.req.valid("json")) }, 200),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/wordings/send_preview",
      role: "owner",
      scope: "account:manage",
      activity: null,
      summary: "Send a preview of an email",
      description:
        "Sends the previewed delivery email, or with `email` the one about an update, to the signed-in person or, with the API key, to the account's email address if it is a member's. Saves nothing, and does not count toward the allowance. Limit: 5 test emails per minute and 100 per day.",
      tags,
      middleware: [jsonBody("preview")] as const,
      request: { body: { required: true, content: json(sentPreviewInput) } },
      responses: {
        200: answerOf("mail_test", mailTestSchema, "Result of the test."),
        ...problems(400, 404, 413, 415, 422, 429),
      },
    }),
    async (c) => {
      const { email, ...input } = c.req.valid("json");
      const { texts } = await previewOf(c, input);
      const rendered =
        email === "update"
          ? { subject: texts.update_subject, text: texts.update_text, html: texts.update_html }
          : { subject: texts.email_subject, text: texts.email_text, html: texts.email_html };
      const tested = await sendTest(c, rendered);
      return tested instanceof Response ? (tested as never) : c.json({ mail_test: tested }, 200);
    },
  );
