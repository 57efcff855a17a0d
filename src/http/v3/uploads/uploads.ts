import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { rejectUnknownTarget } from "../../../delivery/catalog/upload-target.ts";
import { type Upload, uploadById } from "../../../delivery/catalog/uploads.ts";
import { DomainError } from "../../../platform/errors.ts";
import { problemResponse } from "../../problem.ts";
import { answerOf } from "../framework/answers.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { meaningOf, shownId } from "../framework/fields.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { exampleId, presentUpload, uploadSchema } from "./present-upload.ts";
import { finishedResponse, tusResponse } from "./upload-answers.ts";
import { brokenOff } from "./upload-body.ts";
import { filenameIn, productIn, readMetadata } from "./upload-metadata.ts";
import { answerTus, uploadsPath } from "./upload-tus.ts";

const tags = ["Uploads"];

/** Milliseconds that a response waits until a complete upload is stored: less than the idle timeout of a connection. */
const finishPatience = 60_000;

/** Any other text is never an upload's ID and may contain characters that a database rejects. */
const uploadId = z.object({
  id: z
    .string()
    .transform((value) => (/^[0-9a-f]{32}$/.test(value) ? value : ""))
    .openapi({ param: { description: meaningOf(shownId) } }),
});

const uploadOffset = z
  .string()
  .optional()
  .openapi({ example: "0", param: { description: "Position of the first byte of the body within the file." } });

const tusVersion = z.object({
  "tus-resumable": z
    .string()
    .optional()
    .openapi({ example: "1.0.0", param: { description: "Version of the tus protocol: 1.0.0." } }),
});

/** The protocol requires its version in every response, including errors. */
const protocolVersion: MiddlewareHandler<V3Env> = async (c, next) => {
  await next();
  c.header("Tus-Resumable", "1.0.0");
};

const chunk = { schema: { type: "string" as const, format: "binary" } };
const chunkBody = { content: { "application/offset+octet-stream": chunk } };
const noContent = (description: string) => ({ 204: { description } });

export const uploadRoutes = newRoutes()
  .openapi(
    operation({
      method: "options",
      path: uploadsPath,
      role: "read_only",
      scope: "files:write",
      summary: "List the supported tus features",
      tags,
      middleware: protocolVersion,
      responses: { ...noContent("`Tus-Version`, `Tus-Extension` and `Tus-Max-Size`."), ...problems() },
    }),
    (c) => forward(c),
  )
  .openapi(
    operation({
      method: "post",
      path: uploadsPath,
      role: "staff",
      scope: "files:write",
      activity: null,
      idempotent: false,
      summary: "Start a resumable upload",
      description:
        "Uses the tus protocol, version 1.0, with the extensions creation, creation-with-upload, creation-defer-length, " +
        "termination and expiration. `Upload-Metadata` contains the file name in `filename` and, optionally, the media " +
        "type in `filetype`. With `product_id`, the file is added to that product once it is stored. With `replaces`, it " +
        "replaces the file with that ID, which is then deleted unless another product uses it. With `version_of`, it " +
        "becomes the newest version of the product's file with that ID, and `note` says what is new, and `version`, `platform` and " +
        "`signature` what update feeds say. Files with a `sequence` " +
        "(a whole number) are sorted by it, whichever arrives first. `Location` in the response is the URL of the " +
        "upload. Uploads that are not complete after seven days are deleted.",
      tags,
      middleware: protocolVersion,
      request: {
        headers: tusVersion.extend({
          "upload-length": z
            .string()
            .optional()
            .openapi({ description: "Size of the complete file in bytes.", example: "5" }),
          "upload-metadata": z
            .string()
            .optional()
            .openapi({ description: "Keys, each followed by its value in Base64.", example: "filename bWFwLnBkZg==" }),
        }),
        body: { ...chunkBody, required: false },
      },
      responses: {
        201: { description: "The upload was created. Its URL is in `Location`." },
        ...problems(400, 413, 422),
      },
    }),
    async (c) => {
      const metadata = readMetadata(c.req.header("upload-metadata"));
      if (metadata && c.req.header("tus-resumable")) {
        filenameIn(metadata);
        const product = productIn(metadata);
        if (product !== null) await rejectUnknownTarget(c.var.services.db.read, c.var.account.id, product);
      }
      const response = await forward(c);
      const id = response.headers.get("location")?.split("/").at(-1);
      return id ? withFile(c, response, id) : response;
    },
  )
  .openapi(
    operation({
      method: "options",
      path: `${uploadsPath}/{id}`,
      role: "read_only",
      scope: "files:write",
      examples: { parameters: { id: exampleId } },
      summary: "List the supported tus features of an upload",
      tags,
      middleware: protocolVersion,
      request: { params: uploadId },
      responses: { ...noContent("`Tus-Version`, `Tus-Extension` and `Tus-Max-Size`."), ...problems() },
    }),
    (c) => forward(c),
  )
  .openapi(
    operation({
      method: "get",
      path: `${uploadsPath}/{id}`,
      role: "read_only",
      scope: "files:write",
      examples: { parameters: { id: exampleId } },
      summary: "Retrieve an upload",
      description:
        "Shows the progress and, once it is complete, the file. A HEAD request follows the tus protocol: it returns " +
        "`Upload-Offset`, and `Waybill-File-Id` once the file is stored.",
      tags,
      middleware: protocolVersion,
      request: { params: uploadId },
      responses: {
        200: answerOf("upload", uploadSchema, "The upload."),
        ...problems(404),
      },
    }),
    async (c) => {
      const upload = await requireUpload(c, c.req.valid("param").id);
      // The protocol's response has no body, so it does not match the documented format.
      if (c.req.raw.method === "HEAD") return (await answerHead(c, upload)) as never;
      return c.json({ upload: await presentUpload(c.var.services, upload, await finished(c, upload)) }, 200);
    },
  )
  .openapi(
    operation({
      method: "patch",
      path: `${uploadsPath}/{id}`,
      role: "staff",
      scope: "files:write",
      activity: null,
      examples: { parameters: { id: exampleId } },
      summary: "Continue an upload",
      description:
        "Sends the next bytes. The response to the last ones includes `Waybill-File-Id`. If it does not, the file is " +
        "still being stored: retrieve the upload until `file` is set.",
      tags,
      middleware: protocolVersion,
      request: {
        params: uploadId,
        headers: tusVersion.extend({ "upload-offset": uploadOffset }),
        body: chunkBody,
      },
      responses: {
        ...noContent("The bytes were stored. `Upload-Offset` is the number of bytes received so far."),
        ...problems(400, 404, 409, 413),
      },
    }),
    (c) => continueUpload(c, c.req.valid("param").id),
  )
  .openapi(
    operation({
      method: "post",
      path: `${uploadsPath}/{id}`,
      role: "staff",
      scope: "files:write",
      activity: null,
      idempotent: false,
      examples: { parameters: { id: exampleId } },
      summary: "Continue or cancel an upload with POST",
      description:
        "For clients that can send only GET and POST. The header `X-HTTP-Method-Override` names the method that is meant.",
      tags,
      middleware: protocolVersion,
      request: {
        params: uploadId,
        headers: tusVersion.extend({
          "x-http-method-override": z
            .string()
            .trim()
            .toUpperCase()
            .pipe(z.enum(["PATCH", "HEAD", "DELETE"], { error: "must be PATCH, HEAD or DELETE" }))
            .openapi({ description: "The method that is meant.", example: "PATCH" }),
          "upload-offset": uploadOffset,
        }),
        body: { ...chunkBody, required: false },
      },
      responses: {
        200: { description: "As HEAD." },
        ...noContent("As PATCH or DELETE."),
        ...problems(400, 404, 409, 413, 422),
      },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const method = c.req.valid("header")["x-http-method-override"];
      if (method === "PATCH") return continueUpload(c, id);
      return method === "DELETE" ? cancelUpload(c, id) : answerHead(c, await requireUpload(c, id));
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: `${uploadsPath}/{id}`,
      role: "staff",
      scope: "files:write",
      activity: null,
      examples: { parameters: { id: exampleId } },
      summary: "Cancel an upload",
      description:
        "Deletes the received bytes. Returns 409 once the upload has become a file: delete the file instead.",
      tags,
      middleware: protocolVersion,
      request: { params: uploadId, headers: tusVersion },
      responses: { ...noContent("Removed."), ...problems(404, 409) },
    }),
    (c) => cancelUpload(c, c.req.valid("param").id),
  );

async function continueUpload(c: Context<V3Env>, id: string): Promise<Response> {
  const upload = await requireUpload(c, id);
  const file = await finished(c, upload);
  return file === null ? withFile(c, await forwardTo(c, upload), id) : finishedResponse(c.req.raw, upload, file);
}

async function answerHead(c: Context<V3Env>, upload: Upload): Promise<Response> {
  const file = await finished(c, upload);
  return file === null ? forwardTo(c, upload) : finishedResponse(c.req.raw, upload, file);
}

async function cancelUpload(c: Context<V3Env>, id: string) {
  const upload = await requireUpload(c, id);
  const file = await finished(c, upload);
  if (file === null) return forward(c);
  const detail = `The upload is complete and has become a file. To delete it, send DELETE /api/v3/files/${file}.`;
  return problemResponse(409, { detail });
}

async function forward(c: Context<V3Env>): Promise<Response> {
  const { account, services, user } = c.var;
  const response = await answerTus(c.req.raw, account, services, user?.email ?? null);
  if (c.req.raw.signal.aborted) throw brokenOff();
  if (response.status >= 500) {
    services.log.error({ status: response.status, path: c.req.path }, "could not receive an upload");
  }
  return tusResponse(response, services.limits.upload);
}

/** Another request may turn the upload into a file while this one waits. */
async function forwardTo(c: Context<V3Env>, { id }: Upload): Promise<Response> {
  const response = await forward(c);
  if (response.status !== 404 && response.status !== 410) return response;
  const upload = await uploadById(c.var.services.db.read, c.var.account.id, id);
  return upload?.fileId ? finishedResponse(c.req.raw, upload, upload.fileId) : response;
}

async function requireUpload({ var: { services, account } }: Context<V3Env>, id: string): Promise<Upload> {
  const upload = await uploadById(services.db.read, account.id, id);
  if (!upload) throw new DomainError("not_found", "There is no such upload.");
  return upload;
}

/** The number of the file that the upload has become; null if it is incomplete, or if storing it takes long. */
async function finished({ var: { services } }: Context<V3Env>, upload: Upload): Promise<number | null> {
  const { promise: tooLong, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), finishPatience);
  try {
    return await Promise.race([services.uploads.finish(upload), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Adds the number of the file that the upload has become if these bytes were its last. */
async function withFile(c: Context<V3Env>, response: Response, id: string): Promise<Response> {
  if (!response.ok) return response;
  const file = await finished(c, await requireUpload(c, id));
  if (file !== null) response.headers.set("Waybill-File-Id", String(file));
  return response;
}
