import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  longestSignature,
  longestVersion,
  platforms,
  setFileRelease,
  signatureProblem,
  versionProblem,
} from "../../../delivery/catalog/file-releases.ts";
import {
  addFileVersion,
  changeVersionNote,
  longestNote,
  makeVersionCurrent,
  noteProblem,
  removeVersionContent,
} from "../../../delivery/catalog/file-versions.ts";
import { lockProductFile } from "../../../delivery/catalog/product-files.ts";
import { type FileVersion, listFileVersions, requireFileVersion } from "../../../delivery/catalog/version-list.ts";
import { DomainError } from "../../../platform/errors.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { withCheck } from "../../../platform/zod-check.ts";
import { planDelivery } from "../../sending/range-request.ts";
import { fileResponse } from "../../sending/send-file.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import {
  createdAt,
  orNull,
  pageQuery,
  rowNumber,
  rowsOf,
  shownFilename,
  shownInteger,
  shownText,
} from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean, integer, nullish, optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { exampleFile } from "./present-file.ts";
import { productId } from "./products.ts";

const tags = ["Products"];
const fileOfProduct = productId.extend({ file_id: rowNumber("file", "ID of the file.") });
const versionOfFile = fileOfProduct.extend({ number: rowNumber("version", "Number of the version.") });
const versionsPath = "/api/v3/products/{id}/files/{file_id}/versions";

const versionSchema = z
  .object({
    number: z.number().int().describe("Number of the version, starting at 1. Never given twice."),
    current: z.boolean().describe("Whether customers get this version."),
    filename: shownFilename,
    size_bytes: shownInteger.describe("Size of the file in bytes."),
    content_type: z.string().describe("Media type of this version, such as `application/zip`."),
    sha256: z.string().describe("SHA-256 hash of the content, in hexadecimal."),
    note: shownText.describe("What is new in this version, for customers."),
    added_by: shownText.describe("Email address of the member who added it. Null: a program, or the first version."),
    created_at: createdAt,
    version: shownText.describe("Version of the program that this is, such as 1.4.2. Null: not in update feeds."),
    platform: z
      .enum(platforms)
      .nullable()
      .describe("System that it is for. `any` is all of them. Null: not in update feeds."),
    signature: shownText.describe("The developer's signature, which update feeds pass on unchanged."),
    stored: z.boolean().describe("False once the content was removed to free the space."),
  })
  .openapi("ProductFileVersion", {
    example: {
      number: 1,
      current: true,
      filename: exampleFile.filename,
      size_bytes: exampleFile.size_bytes,
      content_type: exampleFile.content_type,
      sha256: exampleFile.sha256,
      note: "With the new bridge.",
      added_by: "owner@example.com",
      created_at: created,
      version: "1.4.2",
      platform: "mac-arm64",
      signature: "gtVHnDGUzKZBbpGdx2pR5NFZ7wKjSEWTpBqOeZ8k1mQxw0v3J4sYtQh6Lr9aCfDiUoXePyMbN2HkRlS7TgWvBA==",
      stored: true,
    },
  });

const note = nullish(withCheck(z.string({ error: "must be text" }), noteProblem)).openapi({
  type: ["string", "null"],
  maxLength: longestNote,
  description: "What is new in this version, for customers.",
});

const release = {
  version: nullish(withCheck(z.string({ error: "must be text" }).max(longestVersion), versionProblem)).openapi({
    type: ["string", "null"],
    maxLength: longestVersion,
    description:
      "Version of the program that this is: up to four numbers, then `-beta.1` or the like. Null: not in update feeds.",
  }),
  platform: nullish(z.enum(platforms)).openapi({
    type: ["string", "null"],
    enum: [...platforms, null],
    description: "System that it is for. `any` is all of them. Null: not in update feeds.",
  }),
  signature: nullish(withCheck(z.string({ error: "must be text" }), signatureProblem)).openapi({
    type: ["string", "null"],
    maxLength: longestSignature,
    description: "The developer's signature, which update feeds pass on unchanged. Null: none.",
  }),
};

const newVersionInput = z
  .object({
    file_id: integer(1).describe(
      "ID of an uploaded file that no product uses. Its content becomes the new version; the ID is gone.",
    ),
    note,
    ...release,
  })
  .openapi("NewFileVersion", { example: { file_id: 1, note: "With the new bridge." } });

const versionChanges = z
  .object({
    note,
    ...release,
    current: optional(boolean).describe("Set to true to make this the version that customers get."),
  })
  .openapi("FileVersionChanges", { example: { note: "With the new bridge and its toll." } });

const versionAnswer = (description: string) => answerOf("version", versionSchema, description);

/** The versions of a product's file. The file keeps its ID, its links and its counts. */
export const fileVersionRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: versionsPath,
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { id: 1, file_id: 2 } },
      summary: "List the versions of a file",
      description: "Newest first. A file that was never updated has one.",
      tags,
      request: { params: fileOfProduct, query: pageQuery },
      responses: {
        200: pageOf("versions", versionSchema, "versions, newest first"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { id: productId, file_id: fileId } = c.req.valid("param");
      const page = c.req.valid("query");
      const found = await listFileVersions(services.db.read, account.id, { productId, fileId }, rowsOf(page));
      return c.json({ versions: found.versions.map(presentVersion), ...page, total: found.total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: versionsPath,
      role: "staff",
      scope: "files:write",
      activity: { kind: "product.version_added", subject: "product" },
      examples: { parameters: { id: 1, file_id: 2 }, answer: { number: 2 } },
      summary: "Add a new version of a file",
      description:
        "Customers get the new version from now on, in every product that has the file, under the links that they have. Counts " +
        "and limits go on. The version until now stays in the list. Upload the new content first, with `POST files`, or in one " +
        "step with `version_of` in a resumable upload.",
      tags,
      middleware: [jsonBody("version")] as const,
      request: { params: fileOfProduct, body: { required: true, content: json(newVersionInput) } },
      responses: { 201: versionAnswer("The new version."), ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { user, now, account } = c.var;
      const { id, file_id: fileId } = c.req.valid("param");
      const { file_id: source, note, ...release } = c.req.valid("json");
      const news = { note: note ?? "", addedBy: user?.email ?? null };
      const { number } = await change(
        c,
        async (tx) => {
          const added = await addFileVersion(tx, account.id, { product: { id }, fileId }, source, news, now);
          await setFileRelease(tx, account.id, { fileId, number: added.number }, release);
          return added;
        },
        ({ product }) => product.sku,
      );
      return c.json(await answer(c, { productId: id, fileId }, number), 201);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: `${versionsPath}/{number}`,
      role: "staff",
      scope: "files:write",
      activity: { kind: "product.version_changed", subject: "product" },
      examples: { parameters: { id: 1, file_id: 2, number: 1 } },
      summary: "Change a version of a file",
      description:
        "Changes the note and what update feeds say, or makes an earlier version current again: customers get it from now on.",
      tags,
      middleware: [jsonBody("version")] as const,
      request: { params: versionOfFile, body: { required: true, content: json(versionChanges) } },
      responses: { 200: versionAnswer("The version."), ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id, file_id: fileId, number } = c.req.valid("param");
      const { note, current, ...release } = c.req.valid("json");
      const file = { product: { id }, fileId };
      await change(
        c,
        async (tx) => {
          const product = await lockProductFile(tx, account.id, { id }, fileId);
          await requireFileVersion(tx, account.id, { productId: id, fileId }, number);
          await setFileRelease(tx, account.id, { fileId, number }, release);
          if (note !== undefined) await changeVersionNote(tx, account.id, file, number, note ?? "");
          if (current) await makeVersionCurrent(tx, account.id, file, number, now);
          return product;
        },
        (product) => product.sku,
      );
      return c.json(await answer(c, { productId: id, fileId }, number), 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: `${versionsPath}/{number}/content`,
      role: "read_only",
      scope: "files:write",
      examples: { parameters: { id: 1, file_id: 2, number: 1 } },
      summary: "Download a version of a file",
      description: "For the store itself: does not count. Ranges and conditional requests work as for customers.",
      tags,
      request: { params: versionOfFile },
      responses: {
        200: {
          description: "The content.",
          content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" } } },
        },
        ...problems(404, 409),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { id: productId, file_id: fileId, number } = c.req.valid("param");
      const version = await requireFileVersion(services.db.read, account.id, { productId, fileId }, number);
      const opened = version.storageKey === null ? null : await services.files.open(version.storageKey);
      if (!opened) throw new DomainError("file_missing", "The content of this version was removed.");
      const file = { filename: version.filename, contentType: version.contentType, etag: `"${version.sha256}"` };
      const plan = planDelivery(c.req.raw, { sizeBytes: opened.sizeBytes, etag: file.etag });
      if (plan.kind === "whole" || plan.kind === "range") await opened.prepare(plan.kind === "range" ? plan.start : 0);
      return fileResponse({ plan, method: c.req.raw.method, opened, file }) as never;
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: `${versionsPath}/{number}`,
      role: "staff",
      scope: "files:write",
      activity: { kind: "product.version_removed", subject: "product" },
      examples: { parameters: { id: 1, file_id: 2, number: 1 } },
      summary: "Remove the content of an earlier version",
      description: "Frees the space. The version stays in the list. The current version cannot be removed.",
      tags,
      request: { params: versionOfFile },
      responses: { 204: { description: "Removed." }, ...problems(404, 409) },
    }),
    async (c) => {
      const { account } = c.var;
      const { id, file_id: fileId, number } = c.req.valid("param");
      await change(
        c,
        (tx) => removeVersionContent(tx, account.id, { product: { id }, fileId }, number),
        (product) => product.sku,
      );
      return c.body(null, 204);
    },
  );

async function answer(c: Context<V3Env>, file: { productId: number; fileId: number }, number: number) {
  const { services, account } = c.var;
  return { version: presentVersion(await requireFileVersion(services.db.read, account.id, file, number)) };
}

const presentVersion = (version: FileVersion): z.output<typeof versionSchema> => ({
  number: version.number,
  current: version.isCurrent,
  filename: version.filename,
  size_bytes: version.sizeBytes,
  content_type: version.contentType,
  sha256: version.sha256,
  note: orNull(version.note),
  added_by: version.addedBy,
  created_at: writeInstant(version.addedAt),
  ...version.release,
  stored: version.storageKey !== null,
});
