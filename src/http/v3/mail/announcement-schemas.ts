import { z } from "@hono/zod-openapi";
import { longestNote, noteProblem } from "../../../delivery/catalog/file-versions.ts";
import { withCheck } from "../../../platform/zod-check.ts";
import { created } from "../framework/example-store.ts";
import { createdAt, shownFilename, shownId, shownInstant, shownInteger, shownText } from "../framework/fields.ts";
import { boolean, integer, nullish, optional } from "../framework/loose-values.ts";
import { exampleFile } from "../products/present-file.ts";

export const announcementSchema = z
  .object({
    id: shownId,
    file_id: shownInteger.describe("ID of the file whose new version the email tells of."),
    version: z.number().int().describe("Number of the version that customers are told of."),
    filename: shownFilename,
    note: shownText.describe("What is new, as customers read it."),
    status: z
      .enum(["sending", "waiting", "stopped", "done"])
      .describe(
        "waiting: today's share of the email allowance is used up, and it goes on at `resumes_at`. done: all emails were queued.",
      ),
    recipients: z.number().int().describe("Email addresses that it was to go to when it was begun."),
    queued: z.number().int().describe("Emails that were queued so far: one for each address."),
    sent: z.number().int().describe("Emails that a mail server took, or that were kept without one."),
    failed: z.number().int().describe("Emails that were rejected for good."),
    created_by: shownText.describe("Email address of the member who began it. Null: a program."),
    created_at: createdAt,
    resumes_at: shownInstant.nullable().describe("When it goes on. Null: it does not wait."),
    finished_at: shownInstant.nullable().describe("When the last email was queued."),
  })
  .openapi("Announcement", {
    example: {
      id: 1,
      file_id: 2,
      version: 2,
      filename: exampleFile.filename,
      note: "With the new bridge.",
      status: "sending",
      recipients: 1,
      queued: 0,
      sent: 0,
      failed: 0,
      created_by: "owner@example.com",
      created_at: created,
      resumes_at: null,
      finished_at: null,
    },
  });

const note = nullish(withCheck(z.string({ error: "must be text" }), noteProblem)).openapi({
  type: ["string", "null"],
  maxLength: longestNote,
  description: "What is new, for customers. Null or absent: the note of the version.",
});

export const announcementInput = z
  .object({
    file_id: integer(1).describe("ID of the product's file that was updated."),
    note,
    again: optional(boolean).describe(
      "Set to true to send the emails although customers were told of this version before.",
    ),
  })
  .openapi("NewAnnouncement", { example: { file_id: 2, note: "With the new bridge." } });

export const previewInput = z
  .object({ file_id: integer(1).describe("ID of the product's file that was updated."), note })
  .openapi("AnnouncementPreviewInput", { example: { file_id: 2, note: "With the new bridge." } });

export const previewSchema = z
  .object({
    recipients: z.number().int().describe("Email addresses that it would go to now."),
    order_id: shownText.describe("ID of the order shown. Null: a sample order, because nobody is reached."),
    subject: z.string().describe("Subject of the email."),
    text: z.string().describe("The email as plain text."),
    html: z.string().describe("The email as HTML."),
  })
  .openapi("AnnouncementPreview", {
    example: {
      recipients: 1,
      order_id: "10000001",
      subject: "New version of Map of the south from Ann's Maps (order M-1001)",
      text: "Hello Ann, …",
      html: "<!doctype html>…",
    },
  });
