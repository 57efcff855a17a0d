import { BadRequest } from "../bad-request.ts";
import { contentTypeOf, readBody } from "../body.ts";
import { longestQuestion } from "./question.ts";

/** A body in a format that none of the systems accepts. Answered 415. */
export class WrongMediaType extends Error {}

/** The parameters that a program sends, by name. */
export type Parameters = Map<string, string>;

const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * Reads parameters like the other systems: from the address, and from a body that is a form or a JSON object, whose numbers and
 * booleans become texts. If a name is in both, the body's value counts. Throws `WrongMediaType`, `BadRequest` for an unreadable
 * body, and as `readBody` does.
 */
export async function readParameters(request: Request): Promise<Parameters> {
  const inAddress = new URL(request.url).searchParams;
  return new Map([...inAddress, ...(await parametersInBody(request))]);
}

async function parametersInBody(request: Request): Promise<Parameters> {
  const { mediaType } = contentTypeOf(request);
  const bytes = await readBody(request, longestQuestion);
  if (bytes.length === 0) return new Map();
  if (forms.includes(mediaType)) return formFields(request, bytes);
  if (mediaType === "application/json") return jsonFields(readJson(bytes));
  throw new WrongMediaType("Send a form (application/x-www-form-urlencoded) or a JSON object (application/json).");
}

/** The value of a JSON text. Throws `BadRequest`. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new BadRequest("The body is not valid JSON.");
  }
}

async function formFields(request: Request, bytes: Uint8Array): Promise<Parameters> {
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    const form = await new Response(new Uint8Array(bytes), { headers }).formData();
    return new Map([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    throw new BadRequest("The body is not a valid form.");
  }
}

function jsonFields(value: unknown): Parameters {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadRequest("The body must be a JSON object.");
  }
  const plain = Object.entries(value).filter(([, one]) => ["string", "number", "boolean"].includes(typeof one));
  return new Map(plain.map(([name, one]) => [name, String(one)]));
}
