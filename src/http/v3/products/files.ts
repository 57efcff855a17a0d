import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { deleteFile } from "../../../delivery/catalog/file-removal.ts";
import { createFile, filenameProblem, listFiles, renameFile, requireFile } from "../../../delivery/catalog/files.ts";
import { rejectFields } from "../../../platform/errors.ts";
import { recordStored } from "../../../platform/files/record-stored.ts";
import { contentTypeOf } from "../../body.ts";
import { answerOf } from "../framework/answers.ts";
import { change, changeInSteps } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { pageQuery, rowNumber, rowsOf, text } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean, optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { streamedBody } from "../uploads/upload-body.ts";
import { fileMediaType } from "../uploads/upload-media-type.ts";
import { type ReceivedFile, receiveMultipart } from "../uploads/upload-multipart.ts";
import { fileSchema, filesAnswer, presentFiles } from "./present-file.ts";

const tags = ["Files"];

/** Bytes that a form may have in addition to its file. */
const formOverhead = 1_048_576;

const fileId = z.object({ id: rowNumber("file") });

const fileNameInput = z
  .object({ filename: text(255).describe("New name, without a path. Customers see it, and save the file under it.") })
  .openapi("FileName", { example: { filename: "map.pdf" } });

const fileAnswer = answerOf("file", fileSchema, "The file.");

// Described by hand: with a zod schema here, the framework would read the whole form into memory.
const fileBodies = {
  "multipart/form-data": {
    schema: {
      type: "object" as const,
      required: ["file"],
      properties: { file: { type: "string" as const, format: "binary", description: "The file. Exactly one." } },
      example: { file: "the bytes of map.pdf" },
    },
  },
  "application/octet-stream": {
    schema: {
      type: "string" as const,
      format: "binary",
      description: "The content of the file. Any media type is accepted.",
    },
  },
};

export const fileRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/files",
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { q: "map", filename: "map.pdf" } },
      summary: "List files",
      description: "Lists uploaded files, newest first. External links are not included: see `item_urls` of a product.",
      tags,
      request: {
        query: pageQuery.extend({
          q: text(255)
            .optional()
            .describe(
              "Beginning of the file name, or words inside it. One word needs three characters. Case and accents do not matter.",
            ),
        }),
      },
      responses: {
        200: filesAnswer("newest first"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { q, ...page } = c.req.valid("query");
      const { files, total } = await listFiles(services.db.scan, account.id, { text: q, ...rowsOf(page) });
      const presented = await presentFiles(services.db.scan, files);
      return c.json({ files: presented, ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/files",
      role: "staff",
      scope: "files:write",
      activity: { kind: "file.uploaded", subject: "file" },
      idempotent: false,
      examples: { parameters: { q: "map", filename: "map.pdf" } },
      summary: "Upload a file",
      description:
        "Send a form with one file in the field `file`, or the content itself with the name in `?filename=`. The limit is " +
        "100 GiB unless the installation sets another one. Without a media type, Waybill chooses one by the file " +
        "extension. For large files and unreliable connections, use resumable uploads.",
      tags,
      request: {
        query: z.object({
          filename: z
            .string()
            .optional()
            .openapi({ description: "File name. Required unless the body is a form.", example: "map.pdf" }),
        }),
        body: { required: true, content: fileBodies },
      },
      responses: { 201: fileAnswer, ...problems(400, 413, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const received = await receive(c, c.req.valid("query").filename);
      const recording = { ...services, db: changeInSteps(c, received.filename) };
      const file = await recordStored(recording, [received.stored], (tx) => createFile(tx, account.id, received, now));
      const location = `${services.accountUrl(account)}/api/v3/files/${file.id}`;
      return c.json(await present(c, file), 201, { location });
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/files/{id}",
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { id: 2 } },
      summary: "Retrieve a file's details",
      tags,
      request: { params: fileId },
      responses: { 200: fileAnswer, ...problems(404) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const file = await requireFile(services.db.read, account.id, c.req.valid("param").id);
      return c.json(await present(c, file), 200);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/files/{id}",
      role: "staff",
      scope: "files:write",
      activity: { kind: "file.renamed", subject: "file" },
      examples: { parameters: { id: 2 } },
      summary: "Rename a file",
      description:
        "Changes the name in every product that has the file. Content, counts and links stay: links that customers already have keep working.",
      tags,
      middleware: [jsonBody("file")] as const,
      request: { params: fileId, body: { required: true, content: json(fileNameInput) } },
      responses: { 200: fileAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { account } = c.var;
      const { id } = c.req.valid("param");
      const { filename } = c.req.valid("json");
      const file = await change(
        c,
        (tx) => renameFile(tx, account.id, id, filename),
        (renamed) => renamed.filename,
      );
      return c.json(await present(c, file), 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/files/{id}",
      role: "staff",
      scope: "files:write",
      activity: { kind: "file.deleted", subject: "file" },
      examples: { parameters: { id: 2 } },
      summary: "Delete a file",
      description:
        "Deletes the file's content. Downloads in progress are completed. Returns 409 if products use the file, unless " +
        "`force` is true: then it is removed from them first.",
      tags,
      request: {
        params: fileId,
        query: z.object({
          force: optional(boolean).openapi({
            param: { description: "Set to true to delete the file even if products use it. It is removed from them." },
          }),
        }),
      },
      responses: { 204: { description: "Deleted." }, ...problems(404, 409, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { force = false } = c.req.valid("query");
      await change(
        c,
        (tx) => deleteFile(tx, account.id, c.req.valid("param").id, { force, now }),
        ({ filename }) => filename,
      );
      return c.body(null, 204);
    },
  );

/** Stores the request's file while it arrives. */
async function receive(c: Context<V3Env>, filename: string | undefined): Promise<ReceivedFile> {
  const { files, limits } = c.var.services;
  const request = c.req.raw;
  const type = request.headers.get("content-type") ?? "";
  if (contentTypeOf(request).mediaType === "multipart/form-data") {
    return receiveMultipart(streamedBody(request, limits.upload + formOverhead), type, files);
  }
  const message = filename === undefined ? "is required unless the body is a form" : filenameProblem(filename);
  rejectFields([{ field: "filename", message }]);
  const name = filename ?? "";
  const stored = await files.put(streamedBody(request, limits.upload));
  return { stored, filename: name, contentType: fileMediaType(name, type) };
}

async function present({ var: { services } }: Context<V3Env>, file: Parameters<typeof presentFiles>[1][number]) {
  const [presented] = await presentFiles(services.db.scan, [file]);
  if (!presented) throw new Error("A file disappeared while the answer was being written.");
  return { file: presented };
}
