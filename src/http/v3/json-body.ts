import type { MiddlewareHandler } from "hono";
import { contentTypeOf, readBody } from "../body.ts";
import type { V3Env } from "./environment.ts";
import { RequestError } from "./errors.ts";
import { isDeeperThan } from "./json-depth.ts";

/** Levels of lists and objects; no input of the interface has more than six. */
const deepest = 32;

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
    const text = decode(await readBody(c.req.raw, c.var.services.limits[kind]));
    const body = parse(text);
    c.req.raw.headers.set("content-type", "application/json");
    const read = outerName === null ? body : withoutOuterName(body, outerName);
    // The framework's cache of bodies writes JSON anew and reads that, which turns 1e400 into null.
    c.req.json = <T>() => Promise.resolve(read as T);
    await next();
  };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError(400, "The request body is not JSON: it is not in UTF-8.");
  }
}

function parse(text: string): unknown {
  if (isDeeperThan(text, deepest)) {
    throw new RequestError(
      400,
      `The request body is nested too deeply: at most ${deepest} levels of lists and objects.`,
    );
  }
  try {
    return JSON.parse(text);
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
