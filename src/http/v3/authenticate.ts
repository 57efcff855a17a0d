import type { Context, MiddlewareHandler } from "hono";
import type { UsedKey } from "../../access/api-keys/find-key.ts";
import { type Action, allows, type Role } from "../../access/people/roles.ts";
import type { AccountWithCredentials } from "../../store/accounts/accounts.ts";
import { apiAccess, crossSiteProblem, isRefusal, scopeProblem } from "../api-access.ts";
import { isSafe, isSameOrigin } from "../sign-in/same-origin.ts";
import type { V3Env } from "./environment.ts";
import { problemResponse } from "./problem.ts";
import { scopeOfRequest } from "./scopes.ts";

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
  "undeliverable_addresses",
]);

/** What only owners may delete. */
const ownersDeleting = new Set(["customers"]);

/** What only owners may read: the mailbox also contains emails to members, and webhooks show what is sent elsewhere. */
const ownersReading =
  /^\/api\/v3\/(api_keys|mail_hooks|mailbox|mail_settings|moves|requests|webhook_endpoints|webhook_deliveries|account\/token)(\/|$)/;

/**
 * Accepts the account's own programs, by its credentials, which need the scope of what they do, and its members, by their session on this host. Members need a
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
    const access = await apiAccess(request, c.env, services);
    if (isRefusal(access)) return unauthenticated(c, access);
    c.env.access = access;
    const crossSite = isSafe(request.method) ? null : crossSiteProblem(request.headers);
    if (crossSite) return problemResponse(403, { detail: crossSite });
    const { key } = access;
    const lacking = key && lackingScope(c, key);
    if (lacking) return problemResponse(403, { detail: lacking });
    // Requests without an account were rejected above.
    const caller = c.env as AccountWithCredentials;
    letIn(c, caller, { role: !key || key.scopes.includes("account:manage") ? "owner" : "staff", user: null, key });
    return next();
  }
  const refusal = refusalOf(c, signedIn.role);
  if (refusal) return problemResponse(403, { detail: refusal });
  letIn(c, { account, credentials }, { role: signedIn.role, user: signedIn.user, key: null });
  await next();
  for (const cookie of signedIn.cookies) c.header("set-cookie", cookie, { append: true });
};

function letIn(
  c: Context<V3Env>,
  { account, credentials }: AccountWithCredentials,
  { role, user, key }: Pick<V3Env["Variables"], "role" | "user" | "key">,
): void {
  c.set("account", account);
  c.set("credentials", credentials);
  c.set("role", role);
  c.set("user", user);
  c.set("key", key);
}

/** A sentence that says why a key may not carry out a request's operation; null if it may. */
function lackingScope(c: Context<V3Env>, key: UsedKey): string | null {
  const scope = scopeOfRequest(c);
  if (scope === undefined) return "No API key may do this. Use the account's API key and token.";
  return scopeProblem({ key }, scope);
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
function unauthenticated(c: Context<V3Env>, { problem, challenge }: { problem: string; challenge: string }): Response {
  const { headers } = c.req.raw;
  const fromPage =
    c.var.services.signIn.hasSessionCookie(c.req.raw) ||
    headers.has("sec-fetch-mode") ||
    // Over plain HTTP, browsers send no Sec-Fetch headers.
    (headers.get("user-agent") ?? "").startsWith("Mozilla/");
  return problemResponse(401, { detail: problem, headers: fromPage ? {} : { "www-authenticate": challenge } });
}
