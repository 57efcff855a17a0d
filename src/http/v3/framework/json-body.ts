import type { Context, MiddlewareHandler } from "hono";
import { parseExactlyInTurns } from "../../../platform/exact-json.ts";
import { giveWay } from "../../../platform/give-way.ts";
import { announcesBody } from "../../bad-request.ts";
import { BodyTooLarge, contentTypeOf, readBody } from "../../body.ts";
import type { V3Env } from "./environment.ts";
import { RequestError } from "./errors.ts";
import { scanJson } from "./json-scan.ts";

/**
 * Reads a JSON body, with or without its outer name (`{"order": {…}}`), and passes it to the route's schema. A missing content
 * type counts as JSON. A number that floating point cannot represent, such as a long SKU, becomes its text. Throws `RequestError`
 * 400 or 415, and `BodyTooLarge`.
 */
export function jsonBody(outerName: string | null, kind: "body" | "bulk" = "body"): MiddlewareHandler<V3Env> {
  return jsonReader(kind, async (bytes) => {
    const body = await wholeBody(bytes);
    return outerName === null ? body : withoutOuterName(body, outerName);
  });
}

/** Reads a body that must be JSON and whose content does not matter. It may also be empty. Throws as `jsonBody` does. */
async function checkJson(c: Context<V3Env>): Promise<void> {
  const bytes = await readBody(c.req.raw, c.var.services.limits.body);
  if (bytes.length === 0) return;
  rejectOtherMedia(c.req.raw);
  await wholeBody(bytes);
}

/** As `jsonBody`, for a body that may be left out. */
export function optionalJsonBody(outerName: string): MiddlewareHandler<V3Env> {
  return jsonReader("body", async (bytes) =>
    bytes.length === 0 ? {} : withoutOuterName(await wholeBody(bytes), outerName),
  );
}

async function wholeBody(bytes: Uint8Array): Promise<unknown> {
  await scanJson(bytes, { inElements: false });
  return parse(decode(bytes));
}

/**
 * Reads a JSON body whose list `name` is long (`{"orders": […]}`). Up to `most` elements are parsed one at a time, and other work
 * may run in between. If there are more, none is parsed and the list contains numbers. Each element may be as long as a whole
 * body elsewhere. Throws as `jsonBody` does.
 */
export function jsonListBody(name: string, most: number): MiddlewareHandler<V3Env> {
  return jsonReader("bulk", async (bytes, longestElement) => {
    const elements = await scanJson(bytes, { inElements: true });
    if (elements.some(({ start, end }) => end - start > longestElement)) {
      throw new RequestError(413, `One of the ${name} is larger than ${longestElement} bytes.`);
    }
    const body = await parse(hollow(bytes, elements, longestElement));
    const list = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
    if (!Array.isArray(list) || list.length > most) return body;
    const whole: unknown[] = [];
    for (const number of list) {
      await giveWay();
      const element = elements[number];
      if (!element) throw new Error("An element of a list was not found.");
      whole.push(await parse(decode(bytes.subarray(element.start, element.end))));
    }
    return { [name]: whole };
  });
}

function jsonReader(
  kind: "body" | "bulk",
  read: (bytes: Uint8Array, longestElement: number) => Promise<unknown>,
): MiddlewareHandler<V3Env> {
  return async (c, next) => {
    const { limits } = c.var.services;
    rejectOtherMedia(c.req.raw);
    const body = await read(await readBody(c.req.raw, limits[kind]), limits.body);
    c.req.raw.headers.set("content-type", "application/json");
    // The framework's cache of bodies serializes JSON and parses it again, which turns 1e400 into null.
    c.req.json = <T>() => Promise.resolve(body as T);
    await next();
  };
}

function rejectOtherMedia(request: Request): void {
  const { mediaType } = contentTypeOf(request);
  if (mediaType === "" || /^application\/([\w.-]+\+)?json$/.test(mediaType)) return;
  throw new RequestError(415, `Send application/json, not ${mediaType.slice(0, 80)}.`);
}

/** The text with each element replaced by its number. */
function hollow(bytes: Uint8Array, elements: { start: number; end: number }[], longest: number): string {
  const parts: string[] = [];
  let from = 0;
  let length = bytes.length;
  for (const [number, { start, end }] of elements.entries()) {
    parts.push(decode(bytes.subarray(from, start)), String(number));
    from = end;
    length -= end - start;
  }
  if (length > longest) throw new BodyTooLarge(longest);
  parts.push(decode(bytes.subarray(from)));
  return parts.join("");
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError(400, "The request body is not valid JSON: it is not encoded in UTF-8.");
  }
}

async function parse(text: string): Promise<unknown> {
  try {
    return await parseExactlyInTurns(text);
  } catch (error) {
    if (text.trim() === "") throw new RequestError(400, "The request body is empty. Send JSON.");
    const reason = error instanceof Error ? error.message.replace(/^JSON Parse error: /, "") : "";
    const words = parserWords[reason] ?? reason.replace(/^Unexpected identifier/, "unexpected").slice(0, 200);
    throw new RequestError(400, `The request body is not valid JSON: ${words}.`);
  }
}

/** The messages of the runtime's parser, in words for everyone. Its errors have no codes. */
const parserWords: Record<string, string> = {
  "Unexpected EOF": "it ends too early",
  "Unterminated string": "a text has no closing quotation mark",
  "Property name must be a string literal": "a property name is not in double quotes",
  "Unable to parse JSON string": "there is text after its end",
};

function withoutOuterName(body: unknown, name: string): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const inner = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
  return typeof inner === "object" && inner !== null ? inner : body;
}

/**
 * For a change that needs no body, such as `orders/ID/expire`: checks that a sent body can be read, because a client that sends
 * broken JSON must not get 200. The body's content is ignored. Throws as `jsonBody` does.
 */
export const checkUnneededBody: MiddlewareHandler<V3Env> = async (c, next) => {
  const { headers } = c.req.raw;
  if (announcesBody(headers)) {
    await checkJson(c);
    // With a content type, the framework would try to read the body again.
    headers.delete("content-type");
  }
  await next();
};
