import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { Scope } from "../../access/api-keys/scopes.ts";
import { isSafe } from "../sign-in/same-origin.ts";

interface Scopes {
  /** For GET, HEAD and OPTIONS. Null: every key may. */
  read: Scope | null;
  write: Scope;
}

const both = (scope: Scope): Scopes => ({ read: scope, write: scope });
const orders: Scopes = { read: "orders:read", write: "orders:write" };
const products: Scopes = { read: "products:read", write: "products:write" };
const owners = both("account:manage");

/** By the first segment after `/api/v3/`. */
const resources: Record<string, Scopes> = {
  account: { read: null, write: "account:manage" },
  activity: owners,
  api_keys: owners,
  attention: orders,
  connection_events: both("connections:manage"),
  connections: both("connections:manage"),
  customers: orders,
  downloads: orders,
  emails: orders,
  exports: orders,
  files: { read: "products:read", write: "files:write" },
  imports: orders,
  mail_hooks: owners,
  mail_settings: owners,
  mailbox: owners,
  members: owners,
  moves: owners,
  "openapi.json": { read: null, write: "account:manage" },
  order_items: orders,
  orders,
  products,
  renewal_requests: orders,
  requests: owners,
  search: orders,
  session: { read: null, write: "account:manage" },
  setup: owners,
  skuproducts: products,
  stats: orders,
  undeliverable_addresses: orders,
  uploads: both("files:write"),
  vorders: orders,
  webhook_deliveries: both("webhooks:manage"),
  webhook_endpoints: both("webhooks:manage"),
  wordings: owners,
};

const version = "/api/v3/products/:id/files/:file_id/versions";

/** Operations that need another scope than the rest of their resource. */
const exceptions: Record<string, Scope> = {
  "GET /api/v3/account/token": "account:manage",
  "DELETE /api/v3/customers/:email": "account:manage",
  "GET /api/v3/exports/activity.csv": "account:manage",
  "GET /api/v3/exports/license_keys.csv": "license_keys:manage",
  "GET /api/v3/exports/products.csv": "products:read",
  "POST /api/v3/imports/license_keys": "license_keys:manage",
  "POST /api/v3/imports/products": "products:write",
  "GET /api/v3/products/:id/downloads": "orders:read",
  "GET /api/v3/products/:id/license_keys": "license_keys:manage",
  "POST /api/v3/products/:id/license_keys": "license_keys:manage",
  "DELETE /api/v3/products/:id/license_keys": "license_keys:manage",
  [`POST ${version}`]: "files:write",
  [`PUT ${version}/:number`]: "files:write",
  [`DELETE ${version}/:number`]: "files:write",
  [`GET ${version}/:number/content`]: "files:write",
};

/**
 * The scope that an operation belongs to; `path` is the route's, such as `/api/v3/orders/:id`. Null: every key may carry it out.
 * Undefined for an operation that no scope was chosen for, which no key may carry out.
 */
export function scopeOf(method: string, path: string): Scope | null | undefined {
  const name = `${method === "HEAD" ? "GET" : method} ${path}`;
  if (exceptions[name]) return exceptions[name];
  const of = resources[path.split("/")[3] ?? ""];
  return isSafe(method) ? of?.read : of?.write;
}

/** The scope of a request's operation. Null also where there is no such operation: the answer then says so. */
export function scopeOfRequest(c: Context): Scope | null | undefined {
  const route = matchedRoutes(c).find(({ method }) => method !== "ALL");
  return route ? scopeOf(c.req.method, route.path.replace(/\{[^}]+\}/g, "")) : null;
}
