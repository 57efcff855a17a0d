import { create as contentDisposition } from "content-disposition";
import type { OpenedFile, PassedOn } from "../../platform/files/store.ts";
import type { Instant } from "../../platform/instants.ts";
import { writeHttpDate } from "../http-date.ts";
import { asciiFilename, safeFilename } from "../safe-filename.ts";
import { multipartRanges } from "./multipart-ranges.ts";
import type { DeliveryPlan } from "./range-request.ts";

/** The facts about a file that headers contain. */
interface FileDescription {
  filename: string;
  contentType: string;
  /** Strong, with its quotes. */
  etag: string;
  lastModified?: Instant;
}

/** A file to send to a customer. */
interface FileDelivery {
  plan: DeliveryPlan;
  method: string;
  opened: OpenedFile;
  file: FileDescription;
  /** Headers by which the web server in front sends the bytes, whole or the range of the request. */
  handover?: Record<string, string> | null;
  /** Receives how many of the bytes were read. */
  passed?: PassedOn | undefined;
  /** True to show the file in the browser, in its own sandbox; otherwise it is saved. */
  isInline?: boolean;
}

/**
 * The response for `plan`: 200, 206, 304, 412 or 416 (RFC 9110). For HEAD, it has the length and no body. Unless it is
 * inline, the file is an attachment, so that browsers do not guess its type or run it. With `handover`, it has no body.
 */
export function fileResponse(delivery: FileDelivery): Response {
  const { plan, method, opened, file, handover = null, passed, isInline = false } = delivery;
  const headers = new Headers({
    ETag: file.etag,
    // A download from a shared cache would not be counted. The customer's own browser may keep a copy but must
    // revalidate it, and a 304 is free. Changing the encoding on the way would break ranges.
    "Cache-Control": "private, no-cache, no-transform",
    // A search engine that follows a permalink would be counted as a download.
    "X-Robots-Tag": "noindex",
  });
  if (file.lastModified !== undefined) headers.set("Last-Modified", writeHttpDate(file.lastModified));
  if (handover) {
    describe(headers, file, isInline);
    for (const [name, value] of Object.entries(handover)) headers.set(name, value);
    return new Response(null, { headers });
  }
  headers.set("Accept-Ranges", "bytes");

  switch (plan.kind) {
    case "not_modified":
      return new Response(null, { status: 304, headers });
    case "precondition_failed":
      return new Response(null, { status: 412, headers });
    case "unsatisfiable":
      headers.set("Content-Range", `bytes */${opened.sizeBytes}`);
      return new Response(null, { status: 416, headers });
    case "range":
      headers.set("Content-Range", `bytes ${plan.start}-${plan.end - 1}/${opened.sizeBytes}`);
      return content({ status: 206, start: plan.start, end: plan.end });
    case "ranges": {
      describe(headers, file, isInline);
      const { contentType, body } = multipartRanges(opened, sentMediaType(file.contentType), plan.ranges);
      headers.set("Content-Type", contentType);
      return new Response(body, { status: 206, headers });
    }
    case "whole":
      // `Bun.serve` applies a request's range to a 200 unless this header is set, which has no meaning in a 200 (RFC
      // 9110 section 14.4).
      if (plan.hideRange && opened.sizeBytes > 0)
        headers.set("Content-Range", `bytes 0-${opened.sizeBytes - 1}/${opened.sizeBytes}`);
      return content({ status: 200, start: 0, end: opened.sizeBytes });
  }

  function content(part: { status: number; start: number; end: number }): Response {
    describe(headers, file, isInline);
    headers.set("Content-Length", String(part.end - part.start));
    if (method === "HEAD") return new Response(null, { status: part.status, headers });
    const bytes = part.end === 0 ? null : opened.slice(part.start, part.end, passed);
    return new Response(bytes, { status: part.status, headers });
  }
}

function describe(headers: Headers, { filename, contentType }: FileDescription, isInline: boolean): void {
  headers.set("Content-Type", sentMediaType(contentType));
  headers.set("Content-Disposition", isInline ? named(filename, "inline") : attachmentNamed(filename));
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Content-Security-Policy", isInline ? inlinePolicy(contentType) : "default-src 'none'; sandbox");
  // So pages of other sites cannot use up downloads by showing the file.
  if (isInline) headers.set("Cross-Origin-Resource-Policy", "same-origin");
}

/**
 * Nothing in the file can run in the store's origin, or load anything. Browsers show a file in a page of their own, with styles,
 * and Safari shows PDF documents with a script.
 */
function inlinePolicy(contentType: string): string {
  const sandbox = /^application\/pdf\b/i.test(contentType) ? "sandbox allow-scripts" : "sandbox";
  return `default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; ${sandbox}`;
}

/** `Content-Disposition` of RFC 6266: `filename*` for every name, and an ASCII fallback. */
export const attachmentNamed = (filename: string): string => named(filename, "attachment");

function named(filename: string, type: "attachment" | "inline"): string {
  const name = safeFilename(filename);
  // Programs such as curl do not decode the escapes of a quoted text.
  const ascii = asciiFilename(name).replace(/["\\]/g, "_");
  return contentDisposition(name, ascii === name ? { type } : { type, fallback: ascii });
}

/** The media type with which the file is sent. */
export function sentMediaType(contentType: string): string {
  return isMediaType(contentType) ? contentType : "application/octet-stream";
}

function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+([ \t]*;[ \t]*[\w!#$&^.+-]+=("[\x20-\x21\x23-\x5b\x5d-\x7e]*"|[\w!#$&^.+-]+))*$/.test(
    text,
  );
}
