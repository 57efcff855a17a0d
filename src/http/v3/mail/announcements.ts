import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  type Announcement,
  beginAnnouncement,
  countRecipients,
  listAnnouncements,
  requireAnnouncement,
  resumeAnnouncement,
  stopAnnouncement,
} from "../../../delivery/announcements/announcements.ts";
import { emailsOf } from "../../../delivery/announcements/recipients.ts";
import { countByStatus } from "../../../messages/mail/outbox.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change, changeInSteps } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { orNull, pageQuery, rowNumber, rowsOf } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { pathProduct, productId } from "../products/products.ts";
import { previewOfUpdate } from "./announcement-preview.ts";
import { announcementInput, announcementSchema, previewInput, previewSchema } from "./announcement-schemas.ts";
import { mailTestSchema, sendTest } from "./mail-settings.ts";

const tags = ["Products"];
const announcementsPath = "/api/v3/products/{id}/announcements";
const announcementId = productId.extend({ announcement_id: rowNumber("announcement", "ID of the announcement.") });

const answer = (description: string) => answerOf("announcement", announcementSchema, description);

/** "Tell the buyers": emails to a product's customers about a new version of one of its files. */
export const announcementRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: announcementsPath,
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { id: 1 } },
      summary: "List the announcements of a product",
      description: "Newest first, with how far each came.",
      tags,
      request: { params: productId, query: pageQuery },
      responses: {
        200: pageOf("announcements", announcementSchema, "announcements"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { id } = await pathProduct(c, c.req.valid("param").id);
      const page = c.req.valid("query");
      const { announcements, total } = await listAnnouncements(c.var.services.db.read, id, rowsOf(page));
      const presented = [];
      for (const one of announcements) presented.push(await present(c, one));
      return c.json({ announcements: presented, ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: announcementsPath,
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.announced", subject: "product" },
      examples: { parameters: { id: 1 } },
      summary: "Tell the buyers about an update",
      description:
        "Emails everybody who bought the product about the current version of a file: one email for each address, in the order's " +
        "language, in the background. Left out are orders that are on hold or revoked, orders whose links have expired or have no " +
        "download of the file left (unless customers can renew links themselves), and customers who do not want these emails. " +
        "They count toward the daily email allowance, of which they leave half to orders; what is left is sent the next days.",
      tags,
      middleware: [jsonBody("announcement")] as const,
      request: { params: productId, body: { required: true, content: json(announcementInput) } },
      responses: {
        201: answer("The announcement, whose emails are being queued."),
        ...problems(400, 404, 409, 413, 415, 422),
      },
    }),
    async (c) => {
      const { account, user, now } = c.var;
      const product = await pathProduct(c, c.req.valid("param").id);
      const { file_id: fileId, note, again = false } = c.req.valid("json");
      const wanted = { productId: product.id, fileId, note: note ?? null, createdBy: user?.email ?? null, again };
      const begun = await beginAnnouncement(changeInSteps(c, product.sku), account, wanted, now);
      return c.json({ announcement: await present(c, begun) }, 201);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: `${announcementsPath}/preview`,
      role: "staff",
      scope: "products:write",
      activity: null,
      examples: { parameters: { id: 1 } },
      summary: "Preview an announcement",
      description:
        "Renders the email for the newest order that it would go to, and counts the addresses. Sends nothing.",
      tags,
      middleware: [jsonBody("announcement")] as const,
      request: { params: productId, body: { required: true, content: json(previewInput) } },
      responses: {
        200: answerOf("preview", previewSchema, "The texts as the customer would read them."),
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const product = await pathProduct(c, c.req.valid("param").id);
      const { file_id: fileId, note } = c.req.valid("json");
      const file = { accountId: account.id, productId: product.id, fileId };
      const shown = await previewOfUpdate(c, product, { fileId, note: note ?? null });
      return c.json({ preview: { recipients: await countRecipients(services.db, account, file, now), ...shown } }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: `${announcementsPath}/send_preview`,
      role: "staff",
      scope: "products:write",
      activity: null,
      examples: { parameters: { id: 1 } },
      summary: "Send a preview of an announcement",
      description:
        "Sends the previewed email to the signed-in person or, with the API key, to the account's email address if it is a member's. It makes no announcement, and does not count toward the allowance. Limit: 5 test emails per minute and 100 per day.",
      tags,
      middleware: [jsonBody("announcement")] as const,
      request: { params: productId, body: { required: true, content: json(previewInput) } },
      responses: {
        200: answerOf("mail_test", mailTestSchema, "Result of the test."),
        ...problems(400, 404, 413, 415, 422, 429),
      },
    }),
    async (c) => {
      const product = await pathProduct(c, c.req.valid("param").id);
      const { file_id: fileId, note } = c.req.valid("json");
      const { subject, text, html } = await previewOfUpdate(c, product, { fileId, note: note ?? null });
      const tested = await sendTest(c, { subject, text, html });
      return tested instanceof Response ? (tested as never) : c.json({ mail_test: tested }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: `${announcementsPath}/{announcement_id}`,
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { id: 1, announcement_id: 1 } },
      summary: "Retrieve an announcement",
      tags,
      request: { params: announcementId },
      responses: { 200: answer("The announcement."), ...problems(404) },
    }),
    async (c) => {
      const { id, announcement_id } = c.req.valid("param");
      const product = await pathProduct(c, id);
      const found = await requireAnnouncement(c.var.services.db.read, product.id, announcement_id);
      return c.json({ announcement: await present(c, found) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: `${announcementsPath}/{announcement_id}/stop`,
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.announcement_stopped", subject: "product" },
      examples: { parameters: { id: 1, announcement_id: 1 }, answer: { status: "stopped" } },
      summary: "Stop an announcement",
      description: "No more emails are queued, and those that wait are canceled. Emails that were sent stay sent.",
      tags,
      request: { params: announcementId },
      responses: { 200: answer("The announcement."), ...problems(404) },
    }),
    async (c) => {
      const { id, announcement_id } = c.req.valid("param");
      const product = await pathProduct(c, id);
      const stopped = await change(
        c,
        (tx) => stopAnnouncement(tx, product.id, announcement_id),
        () => product.sku,
      );
      return c.json({ announcement: await present(c, stopped) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: `${announcementsPath}/{announcement_id}/resume`,
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.announcement_resumed", subject: "product" },
      examples: { parameters: { id: 1, announcement_id: 1 } },
      summary: "Continue an announcement",
      description:
        "Continues a stopped announcement where it ended. Nobody gets a second email. Returns 409 if all emails were queued.",
      tags,
      request: { params: announcementId },
      responses: { 200: answer("The announcement."), ...problems(404, 409) },
    }),
    async (c) => {
      const { id, announcement_id } = c.req.valid("param");
      const product = await pathProduct(c, id);
      const resumed = await change(
        c,
        (tx) => resumeAnnouncement(tx, product.id, announcement_id),
        () => product.sku,
      );
      return c.json({ announcement: await present(c, resumed) }, 200);
    },
  );

async function present(
  { var: { services } }: Context<V3Env>,
  announcement: Announcement,
): Promise<z.output<typeof announcementSchema>> {
  const { id, state, resumesAt, finishedAt } = announcement;
  const statuses = await countByStatus(services.db.scan, emailsOf(services.db.scan, id));
  const of = (status: Parameters<typeof statuses.get>[0]) => statuses.get(status) ?? 0;
  return {
    id,
    file_id: announcement.fileId,
    version: announcement.version,
    filename: announcement.filename,
    note: orNull(announcement.note),
    status: state === "sending" && resumesAt !== null ? "waiting" : state,
    recipients: announcement.recipients,
    queued: announcement.queued,
    sent: of("sent") + of("kept"),
    failed: of("failed"),
    created_by: announcement.createdBy,
    created_at: writeInstant(announcement.createdAt),
    resumes_at: resumesAt === null ? null : writeInstant(resumesAt),
    finished_at: finishedAt === null ? null : writeInstant(finishedAt),
  };
}
