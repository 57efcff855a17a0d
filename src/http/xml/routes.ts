import { Hono } from "hono";
import type { Scope } from "../../access/api-keys/scopes.ts";
import { forCaller } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Account, AccountWithCredentials } from "../../store/accounts/accounts.ts";
import type { StoredCredentials } from "../../store/accounts/credentials.ts";
import { type ApiAccess, apiAccess, crossSiteProblem, isRefusal, scopeProblem } from "../api-access.ts";
import type { Client } from "../client.ts";
import { withoutBody } from "../head-response.ts";
import { methodRefusal } from "../method-refusal.ts";
import { newToken, showAccount } from "./account.ts";
import { showDownload, showDownloads, showItemDownloads, showOrderDownloads } from "./downloads.ts";
import { errorResponse } from "./errors.ts";
import { createItem, deleteItem, showItem, showItems, updateItem } from "./items.ts";
import {
  createOneOrder,
  deleteOneOrder,
  expireOneOrder,
  sendEmail,
  showOrder,
  showOrders,
  updateOneOrder,
} from "./orders.ts";
import { recorded } from "./record-change.ts";
import type { XmlRequest, XmlServices } from "./request.ts";
import { message } from "./respond.ts";
import { pathWithoutSuffix, withSuffixFallback } from "./suffix.ts";
import { WireError } from "./wire-error.ts";
import { readName } from "./xml-value.ts";

type Handler = (request: XmlRequest) => Promise<Response>;

/** `read` allows GET and HEAD. A change allows exactly the given methods. */
type Methods = { [method in "read" | "GET" | "POST" | "PUT" | "DELETE"]?: Handler };

/** The methods of a path, and the scopes that a key needs to read (null: any key) and to change. */
export interface Operations {
  methods: Methods;
  read: Scope | null;
  change: Scope;
}

export const ofOrders = (methods: Methods): Operations => ({ methods, read: "orders:read", change: "orders:write" });
export const ofProducts = (methods: Methods): Operations => ({
  methods,
  read: "products:read",
  change: "products:write",
});
export const ofAccount = (methods: Methods): Operations => ({ methods, read: null, change: "account:manage" });

// Orders that programs create are not in the activity log: the list of orders shows them.
const changeItem = recorded("product.changed", "product", updateItem);
const removeItem = recorded("product.deleted", "product", deleteItem);
const addItem = recorded("product.created", "product", createItem);
const changeOrder = recorded("order.changed", "order", updateOneOrder);
const removeOrder = recorded("order.deleted", "order", deleteOneOrder);
const endOrder = recorded("order.expired", "order", expireOneOrder);
const resendOrder = recorded("order.resent", "order", sendEmail);
const replaceToken = recorded("account.token_replaced", null, newToken);

/** Every operation in every form (docs/reference/unversioned-interface.md). */
export const routes: Record<string, Operations> = {
  "/api/account": ofAccount({ read: showAccount }),
  "/api/new_token": ofAccount({ GET: replaceToken, POST: replaceToken }),
  "/api/downloads": ofOrders({ read: showDownloads }),
  "/api/downloads/:id": ofOrders({ read: showDownload }),
  "/api/items": ofProducts({ read: showItems, POST: addItem }),
  "/api/items/create": ofProducts({ read: showItem, POST: addItem, PUT: changeItem, DELETE: removeItem }),
  "/api/items/:sku": ofProducts({ read: showItem, PUT: changeItem, DELETE: removeItem }),
  "/api/items/:sku/update": ofProducts({ PUT: changeItem, POST: changeItem }),
  "/api/items/:sku/items": ofProducts({ PUT: changeItem }),
  "/api/items/:sku/delete": ofProducts({ GET: removeItem, POST: removeItem, DELETE: removeItem }),
  "/api/items/:sku/downloads": ofOrders({ read: showItemDownloads }),
  "/api/orders": ofOrders({ read: showOrders, POST: createOneOrder }),
  "/api/orders/create": ofOrders({ read: showOrder, POST: createOneOrder, PUT: changeOrder, DELETE: removeOrder }),
  "/api/orders/:id": ofOrders({ read: showOrder, PUT: changeOrder, DELETE: removeOrder }),
  "/api/orders/:id/update": ofOrders({ PUT: changeOrder, POST: changeOrder }),
  "/api/orders/:id/delete": ofOrders({ GET: removeOrder, POST: removeOrder, DELETE: removeOrder }),
  "/api/orders/:id/expire": ofOrders({ GET: endOrder, POST: endOrder, PUT: endOrder }),
  "/api/orders/:id/send_email": ofOrders({ GET: resendOrder, POST: resendOrder, PUT: resendOrder }),
  "/api/orders/:id/downloads": ofOrders({ read: showOrderDownloads }),
};

type Bindings = {
  account: Account | null;
  credentials: StoredCredentials | null;
  client: Client;
  access: ApiAccess | null;
};

/**
 * An XML interface with these paths, by default the unversioned one under `/api/`. The request's host determines the
 * account. Without an account, every response is 401. `fail` writes an error in the interface's terms.
 */
export function createXmlInterface(
  services: XmlServices,
  paths: Record<string, Operations> = routes,
  fail: typeof errorResponse = errorResponse,
): (request: Request, caller: Bindings) => Promise<Response> {
  const app = new Hono<{ Bindings: Bindings }>({ getPath: pathWithoutSuffix });

  app.use(async ({ env, req }, next) => {
    const access = await apiAccess(req.raw, env, services);
    if (isRefusal(access)) return message(401, access.problem, { "www-authenticate": access.challenge });
    env.access = access;
    return next();
  });

  for (const [path, { methods, read, change }] of Object.entries(paths)) {
    app.all(path, async ({ env, req }) => {
      const handler = handlerFor(methods, req.raw.method);
      const problem = handler === methods.read ? null : crossSiteProblem(req.raw.headers);
      if (problem) throw new WireError(403, problem);
      // The middleware above has rejected requests without an account.
      const { account, credentials, access } = env as AccountWithCredentials & { access: ApiAccess };
      const lacking = scopeProblem(access, handler === methods.read ? read : change);
      if (lacking) throw new WireError(403, lacking);
      // In a path without a parameter, this is the segment itself: `create` can also be a SKU or an order ID.
      const last = path.split("/").at(-1) ?? "";
      const only = path.includes(":") ? "" : last;
      const parameters = { id: req.param("id") ?? only, sku: req.param("sku") ?? only, item: req.param("item") ?? "" };
      // PostgreSQL rejects NUL even in comparisons.
      if (`${parameters.id}${parameters.sku}`.includes("\0"))
        throw new WireError(404, "The path contains a NUL character, which no SKU or ID can have.");
      const query = readQuery(req.url);
      const db = forCaller(services.db, req.raw.signal);
      const request = {
        services: { ...services, db },
        account,
        credentials,
        access,
        parameters,
        query,
        raw: req.raw,
        now: instantNow(),
        change: { ipAddress: env.client.ipAddress, fields: [], subjectId: null },
      };
      const response = await (last.startsWith(":") ? withSuffixFallback(request, handler) : handler(request));
      return req.raw.method === "HEAD" ? withoutBody(response) : response;
    });
  }

  app.notFound(({ req }) => message(404, `There is nothing at ${new URL(req.url).pathname}.`));
  app.onError((error) => fail(error, services.log));
  return async (request, caller) => app.fetch(request, caller);
}

function handlerFor(methods: Methods, method: string): Handler {
  const handler =
    method === "GET" || method === "HEAD"
      ? (methods.read ?? (method === "GET" ? methods.GET : undefined))
      : methods[method as keyof Methods];
  if (handler && method !== "read") return handler;
  const allowed = Object.keys(methods).flatMap((one) => (one === "read" ? ["GET", "HEAD"] : [one]));
  const { sentence, headers } = methodRefusal(method, allowed);
  throw new WireError(405, sentence, { ...headers });
}

/**
 * The parameters of a request's query, by normalized name. Throws `WireError` 422 if one parameter has both spellings.
 */
function readQuery(url: string): URLSearchParams {
  const query = new URLSearchParams();
  const spellings = new Map<string, string>();
  for (const [given, value] of new URL(url).searchParams) {
    const name = readName(given);
    const spelling = spellings.get(name) ?? given;
    if (spelling !== given) {
      throw new WireError(
        422,
        `The query has both ${spelling.slice(0, 80)} and ${given.slice(0, 80)}. Send one of them.`,
      );
    }
    spellings.set(name, given);
    query.append(name, value);
  }
  return query;
}
