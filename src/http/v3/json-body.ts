import type { MiddlewareHandler } from "hono";
import { contentTypeOf, readBody } from "../body.ts";
import { RequestError } from "./errors.ts";
import type { V3Env } from "./routes.ts";

/**
 * Reads a JSON body, with or without its outer name (`{"order": {…}}`), and hands it to the route's schema. A
 * missing content type counts as JSON. Throws `RequestError` 400 or 415, and `BodyTooLarge`.
 */
export function jsonBody(outerName: string | null, kind: "body" | "bulk" = "body"): MiddlewareHandler<V3Env> {
  return async (c, next) => {
    const { mediaType } = contentTypeOf(c.req.raw);
    if (mediaType !== "" && !/^application\/([\w.-]+\+)?json$/.test(mediaType)) {
      throw new RequestError(415, `Send application/json, not ${mediaType}.`);
    }
    const body = parse(await readBody(c.req.raw, c.var.services.limits[kind]));
    c.set("requestBody", JSON.stringify(body));
    c.req.raw.headers.set("content-type", "application/json");
    c.req.bodyCache.json = Promise.resolve(outerName === null ? body : withoutOuterName(body, outerName));
    await next();
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new RequestError(400, `The request body is not JSON: ${reason.replace(/^JSON Parse error: /, "")}.`);
  }
}

function withoutOuterName(body: unknown, name: string): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const inner = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
  return typeof inner === "object" && inner !== null ? inner : body;
}
