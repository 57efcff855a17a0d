import type { Context, MiddlewareHandler } from "hono";
import type { Scope } from "../../../access/api-keys/scopes.ts";
import { mayActAs, type Role } from "../../../access/people/roles.ts";
import type { AccountWithCredentials } from "../../../store/accounts/accounts.ts";
import { apiAccess, crossSiteProblem, isRefusal, scopeProblem } from "../../api-access.ts";
import { problemResponse } from "../../problem.ts";
import { isSafe, isSameOrigin } from "../../sign-in/same-origin.ts";
import type { V3Env } from "./environment.ts";

/**
 * Accepts the account's own programs, by its credentials, and its members, by their session on this host. Changes by members must
 * come from the administration area's own pages. Each operation checks their rights (`admit`).
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
    // Requests without an account were rejected above.
    const caller = c.env as AccountWithCredentials;
    letIn(c, caller, { role: !key || key.scopes.includes("account:manage") ? "owner" : "staff", user: null, key });
    return next();
  }
  if (!isSafe(c.req.method) && !isSameOrigin(request.headers, c.env.client.origin)) {
    const detail = "This request came from another site. Make the change in the administration area.";
    return problemResponse(403, { detail });
  }
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

/** Admits callers who may carry out an operation: a member whose role is `role` or higher, or an API key with `scope`. */
export function admit({ role, scope }: { role: Role; scope: Scope | null }): MiddlewareHandler<V3Env> {
  return async (c, next) => {
    const { key, user } = c.var;
    const refusal = user ? refusalOf(c.var.role, role, c.req.method) : scopeProblem({ key }, scope);
    if (refusal) return problemResponse(403, { detail: refusal });
    return next();
  };
}

/** A sentence that says why a signed-in person's request is refused; null if it is allowed. */
function refusalOf(role: Role, needed: Role, method: string): string | null {
  if (mayActAs(role, needed)) return null;
  if (isSafe(method)) return "Only owners of the store can view this.";
  if (role === "read_only") return "Your role is read-only. Ask an owner of the store to make this change.";
  return "Only owners of the store can change settings, credentials and members, and erase customers.";
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
