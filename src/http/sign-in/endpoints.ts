import { BodyTooLarge, readBody } from "../body.ts";
import { acceptPath } from "./accept-invitation.ts";
import { signInPath } from "./better-auth.ts";
import { checkLinkPath } from "./check-link.ts";
import { refusal, tooManyTries } from "./refusals.ts";
import { isSafe, isSameOrigin } from "./same-origin.ts";

/** What is offered, all but accepting and checking a link of better-auth; there is no signing up, as owners invite. */
const endpoints: Record<string, "GET" | "POST"> = {
  "/sign-in/email": "POST",
  "/sign-out": "POST",
  "/get-session": "GET",
  "/list-sessions": "GET",
  "/revoke-session": "POST",
  "/revoke-other-sessions": "POST",
  "/request-password-reset": "POST",
  "/reset-password": "POST",
  [acceptPath]: "POST",
  [checkLinkPath]: "POST",
  "/change-password": "POST",
  "/update-user": "POST",
  "/two-factor/enable": "POST",
  "/two-factor/disable": "POST",
  "/two-factor/verify-totp": "POST",
  "/two-factor/verify-backup-code": "POST",
  "/two-factor/generate-backup-codes": "POST",
};

/** Bytes of a body, which holds a few short fields. */
const longestBody = 16_384;

/** Milliseconds that asking for a new password takes at least, so that the time does not tell whether anybody has the email. */
const resetTakes = 400;

/** Answers `/admin/auth/…`, or has `ask` answer the part of the path after that. */
export async function answerSignIn(
  request: Request,
  origin: string,
  ask: (path: string, body: Uint8Array<ArrayBuffer> | null) => Promise<Response>,
): Promise<Response> {
  const path = new URL(request.url).pathname.slice(signInPath.length);
  const method = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
  if (!method) return refusal(404, "NOT_FOUND", "There is nothing here.");
  if (request.method !== method) return refusal(405, "METHOD_NOT_ALLOWED", `Send ${method}.`, { allow: method });
  if (!isSafe(method) && !isSameOrigin(request.headers, origin)) {
    return refusal(403, "OTHER_ORIGIN", "This request came from another site. Open the administration area itself.");
  }
  try {
    const body = isSafe(method) ? null : new Uint8Array(await readBody(request, longestBody));
    const answering = ask(path, body);
    const [response] = await Promise.all([answering, path === "/request-password-reset" && Bun.sleep(resetTakes)]);
    return withHeaders(response);
  } catch (error) {
    if (error instanceof BodyTooLarge) return refusal(413, "TOO_LARGE", error.message);
    throw error;
  }
}

function withHeaders(response: Response): Response {
  const seconds = response.headers.get("x-retry-after");
  if (seconds !== null) return tooManyTries(seconds);
  response.headers.set("cache-control", "no-store");
  return response;
}
