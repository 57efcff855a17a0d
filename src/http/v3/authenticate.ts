import type { Context, MiddlewareHandler } from "hono";
import type { Account } from "../../accounts/accounts.ts";
import { type Action, allows, type Role } from "../../people/roles.ts";
import { apiAccessProblem, challenge, crossSiteProblem } from "../basic-auth.ts";
import { isSafe, isSameOrigin } from "../sign-in/same-origin.ts";
import type { V3Env } from "./environment.ts";
import { problemResponse } from "./problem.ts";

/** What staff may change; every other resource (settings, credentials, people) is an owner's to change. */
const staffResources = new Set([
  "orders",
  "vorders",
  "order_items",
  "products",
  "skuproducts",
  "files",
  "uploads",
  "emails",
  "renewal_requests",
  "imports",
]);

/** What is an owner's to read, too: captured emails are also those to the account's people. */
const ownersReading = /^\/api\/v3\/(mailbox|mail_settings|account\/token)(\/|$)/;

/**
 * Lets in the account's own programs, by HTTP Basic, and its people, by the session with which they signed in on this
 * host: within their role, and for changes only from the administration area's own pages.
 */
export const authenticate: MiddlewareHandler<V3Env> = async (c, next) => {
  const { services } = c.var;
  const { account } = c.env;
  const request = c.req.raw;
  const signedIn =
    account && !request.headers.has("authorization")
      ? await services.signIn.signedIn(request, { ...c.env, account })
      : null;
  if (!account || !signedIn) {
    const problem = apiAccessProblem(request, account, services.vault);
    if (problem) return unauthenticated(c, problem);
    const crossSite = isSafe(request.method) ? null : crossSiteProblem(request.headers);
    if (crossSite) return problemResponse(403, { detail: crossSite });
    // The problem above has refused requests without an account.
    letIn(c, account as Account, "owner", null);
    return next();
  }
  const refusal = refusalOf(c, signedIn.role);
  if (refusal) return problemResponse(403, { detail: refusal });
  letIn(c, account, signedIn.role, signedIn.user);
  await next();
  for (const cookie of signedIn.cookies) c.header("set-cookie", cookie, { append: true });
};

function letIn(c: Context<V3Env>, account: Account, role: Role, user: V3Env["Variables"]["user"]): void {
  c.set("account", account);
  c.set("role", role);
  c.set("user", user);
}

/** Why a signed-in person's request is refused, in words; null when it is not. */
function refusalOf(c: Context<V3Env>, role: Role): string | null {
  const { method, raw } = c.req;
  if (!isSafe(method) && !isSameOrigin(raw.headers, c.env.client.origin)) {
    return "This request came from another site. Make the change in the administration area.";
  }
  const action = actionOf(method, c.req.path);
  if (allows(role, action)) return null;
  if (isSafe(method)) return "Only owners of the store can view this.";
  if (role === "read_only") return "Your role is read-only. Ask an owner of the store to make this change.";
  return "Only owners of the store can change settings, credentials and members.";
}

function actionOf(method: string, path: string): Action {
  if (isSafe(method)) return ownersReading.test(path) ? "administer" : "read";
  return staffResources.has(path.split("/")[3] ?? "") ? "work" : "administer";
}

/** A browser that is sent the challenge asks for a user name and a password in a dialog of its own. */
function unauthenticated(c: Context<V3Env>, detail: string): Response {
  const { headers } = c.req.raw;
  const fromPage =
    c.var.services.signIn.hasSessionCookie(c.req.raw) ||
    headers.has("sec-fetch-mode") ||
    // Over plain HTTP browsers send no Sec-Fetch headers.
    (headers.get("user-agent") ?? "").startsWith("Mozilla/");
  return problemResponse(401, { detail, headers: fromPage ? {} : { "www-authenticate": challenge } });
}
