import { isUnavailable } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { requestFault } from "../failure.ts";
import { waitInWords } from "../wait-in-words.ts";

/** In the format of better-auth's own errors. */
export function refusal(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message }, { status, headers: { "cache-control": "no-store", ...headers } });
}

export function unknownHost(): Response {
  return refusal(404, "NOT_FOUND", "This address does not belong to any account. Use the address of your account.");
}

export function tooManyTries(seconds: number | string): Response {
  return refusedFor(seconds, "TOO_MANY_REQUESTS", "Too many attempts.");
}

/** The response when more people sign in at once than the service can handle. */
export function tooBusy(seconds: number): Response {
  return refusedFor(seconds, "TOO_BUSY", "Too many people are signing in at the moment.");
}

function refusedFor(seconds: number | string, code: string, reason: string): Response {
  const wait = waitInWords(Number(seconds));
  return refusal(429, code, `${reason} Try again in ${wait}.`, { "retry-after": String(seconds) });
}

/** The response to an error. Errors that are not the person's fault are logged and not shown. */
export function signInFailure(error: unknown, log: Log): Response {
  const fault = requestFault(error);
  if (fault) return refusal(fault.status, "BAD_REQUEST", fault.sentence);
  log.error({ err: error }, "request failed");
  if (!isUnavailable(error)) return refusal(500, "INTERNAL_SERVER_ERROR", "An internal error occurred. Try again.");
  return refusal(503, "UNAVAILABLE", "The service is not available at the moment. Try again shortly.", {
    "retry-after": "5",
  });
}
