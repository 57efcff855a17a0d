import { BodyEncoded, BodyTooLarge, contentTypeOf, readBody } from "../body.ts";
import { methodRefusal } from "../method-refusal.ts";
import { signInPath } from "./better-auth.ts";
import { type Endpoint, endpoints, type SignInInput } from "./endpoints.ts";
import { refusal } from "./refusals.ts";
import { isSafe, isSameOrigin } from "./same-origin.ts";

/** A request below `/admin/auth` that may be answered. */
export interface SignInRequest {
  /** The path after `/admin/auth`. */
  path: string;
  endpoint: Endpoint;
  /** The checked body. Limits and better-auth use it, so the body itself is read only once. Null for a GET. */
  input: SignInInput | null;
}

/** Maximum bytes of a body, which has only a few short fields. */
const longestBody = 16_384;

/** Reads a request that was made to `origin`, or returns the response that rejects it. */
export async function readSignInRequest(request: Request, origin: string): Promise<SignInRequest | Response> {
  const path = new URL(request.url).pathname.slice(signInPath.length);
  const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
  if (!endpoint) return refusal(404, "NOT_FOUND", "There is nothing at this address.");
  const { method } = endpoint;
  if (request.method !== method) {
    const { sentence, headers } = methodRefusal(request.method, [method]);
    return refusal(405, "METHOD_NOT_ALLOWED", sentence, headers);
  }
  if (isSafe(method)) return { path, endpoint, input: null };
  if (!isSameOrigin(request.headers, origin)) {
    return refusal(403, "OTHER_ORIGIN", "This request came from another site. Open the administration area directly.");
  }
  // better-auth would read a form differently than the limits do.
  if (contentTypeOf(request).mediaType !== "application/json") {
    return refusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send JSON with the content type application/json.");
  }
  try {
    return readInput(path, endpoint, await readBody(request, longestBody));
  } catch (error) {
    if (error instanceof BodyTooLarge) return refusal(413, "TOO_LARGE", error.message);
    if (error instanceof BodyEncoded) return refusal(415, "UNSUPPORTED_ENCODING", error.message);
    throw error;
  }
}

function readInput(path: string, endpoint: Endpoint, body: Uint8Array): SignInRequest | Response {
  const read = endpoint.input.safeParse(jsonIn(body));
  if (read.success) return { path, endpoint, input: read.data };
  const fields = read.error.issues.map((issue) => issue.path.join("."));
  if (fields.includes("email")) return refusal(400, "INVALID_EMAIL", "Send exactly one email address, as text.");
  const named = fields.filter((field) => field !== "").join(", ");
  return refusal(400, "INVALID_BODY", named ? `Check these fields: ${named}.` : "Send a JSON object in UTF-8.");
}

/** An empty body is an empty object. Null for invalid JSON. */
function jsonIn(body: Uint8Array): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return null;
  }
}
