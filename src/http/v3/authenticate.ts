import type { Context, MiddlewareHandler } from "hono";
import type { AccountWithCredentials } from "../../accounts/accounts.ts";
import { type Action, allows, type Role } from "../../people/roles.ts";
import { apiAccessProblem, challenge, crossSiteProblem } from "../basic-auth.ts";
import { isSafe, isSameOrigin } from "../sign-in/same-origin.ts";
import type { V3Env } from "./environment.ts";
import { problemResponse } from "./problem.ts";

/** What staff may change. Only owners may change other resources (settings, credentials, people). */
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
  "customers",
  "connection_events",
]);

/** What only owners may delete. */
const ownersDeleting = new Set(["customers"]);

/** What only owners may read: the mailbox also contains emails to members, and webhooks show what is sent elsewhere. */
const ownersReading = /^\/api\/v3\/(mailbox|mail_settings|webhook_endpoints|webhook_deliveries|account\/token)(\/|$)/;

/**
 * Accepts the account's own programs, by HTTP Basic, and its members, by their session on this host. Members need a
 * role that permits the request. Their changes must come from the administration area's own pages.
 */
export const authenticate: MiddlewareHandler<V3Env> = async (c, next) => {
  const { services } = c.var;
  const { account, credentials } = c.env;
  const request = c.req.raw;
  const signedIn =
    account && !request.headers.has("authorization")
      ? await services.signIn.signedIn(request, { account, client: c.env.client })
      : null;
  if (!account || !credentials || !signedIn) {
    const problem = apiAccessProblem(request, c.env, services.vault);
    if (problem) return unauthenticated(c, problem);
    const crossSite = isSafe(request.method) ? null : crossSiteProblem(request.headers);
    if (crossSite) return problemResponse(403, { detail: crossSite });
    // Requests without an account were rejected above.
    letIn(c, c.env as AccountWithCredentials, "owner", null);
    return next();
  }
  const refusal = refusalOf(c, signedIn.role);
  if (refusal) return problemResponse(403, { detail: refusal });
  letIn(c, { account, credentials }, signedIn.role, signedIn.user);
  await next();
  for (const cookie of signedIn.cookies) c.header("set-cookie", cookie, { append: true });
};

function letIn(
  c: Context<V3Env>,
  { account, credentials }: AccountWithCredentials,
  role: Role,
  user: V3Env["Variables"]["user"],
): void {
  c.set("account", account);
  c.set("credentials", credentials);
  c.set("role", role);
  c.set("user", user);
}

/** A sentence that says why a signed-in person's request is rejected; null if it is allowed. */
function refusalOf(c: Context<V3Env>, role: Role): string | null {
  const { method, raw } = c.req;
  if (!isSafe(method) && !isSameOrigin(raw.headers, c.env.client.origin)) {
    return "This request came from another site. Make the change in the administration area.";
  }
  const action = actionOf(method, c.req.path);
  if (allows(role, action)) return null;
  if (isSafe(method)) return "Only owners of the store can view this.";
  if (role === "read_only") return "Your role is read-only. Ask an owner of the store to make this change.";
  return "Only owners of the store can change settings, credentials and members, and erase customers.";
}

function actionOf(method: string, path: string): Action {
  if (isSafe(method)) return ownersReading.test(path) ? "administer" : "read";
  const resource = path.split("/")[3] ?? "";
  if (method === "DELETE" && ownersDeleting.has(resource)) return "administer";
  return staffResources.has(resource) ? "work" : "administer";
}

/** If a browser gets the challenge, it opens its own dialog for a user name and password. */
function unauthenticated(c: Context<V3Env>, detail: string): Response {
  const { headers } = c.req.raw;
  const fromPage =
    c.var.services.signIn.hasSessionCookie(c.req.raw) ||
    headers.has("sec-fetch-mode") ||
    // Over plain HTTP, browsers send no Sec-Fetch headers.
    (headers.get("user-agent") ?? "").startsWith("Mozilla/");
  return problemResponse(401, { detail, headers: fromPage ? {} : { "www-authenticate": challenge } });
}
