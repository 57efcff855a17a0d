import { Hono } from "hono";
import type { Account, AccountWithCredentials } from "../../accounts/accounts.ts";
import type { StoredCredentials } from "../../accounts/credentials.ts";
import { forCaller } from "../../database/database.ts";
import { instantNow } from "../../instants.ts";
import { apiAccessProblem, challenge, crossSiteProblem } from "../basic-auth.ts";
import type { Client } from "../client.ts";
import { withoutBody } from "../head.ts";
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

type Handler = (request: XmlRequest) => Promise<Response>;

/** `read` allows GET and HEAD. A change allows exactly the given methods. */
type Methods = { [method in "read" | "GET" | "POST" | "PUT" | "DELETE"]?: Handler };

// The orders that programs create are told by the orders themselves.
const changeItem = recorded("product.changed", "product", updateItem);
const removeItem = recorded("product.deleted", "product", deleteItem);
const addItem = recorded("product.created", "product", createItem);
const changeOrder = recorded("order.changed", "order", updateOneOrder);
const removeOrder = recorded("order.deleted", "order", deleteOneOrder);
const endOrder = recorded("order.expired", "order", expireOneOrder);
const resendOrder = recorded("order.resent", "order", sendEmail);
const replaceToken = recorded("account.token_replaced", null, newToken);

/** Every operation in every form (docs/unversioned-interface.md). */
const routes: Record<string, Methods> = {
  "/api/account": { read: showAccount },
  "/api/new_token": { GET: replaceToken, POST: replaceToken },
  "/api/downloads": { read: showDownloads },
  "/api/downloads/:id": { read: showDownload },
  "/api/items": { read: showItems, POST: addItem },
  "/api/items/create": { read: showItem, POST: addItem, PUT: changeItem, DELETE: removeItem },
  "/api/items/:sku": { read: showItem, PUT: changeItem, DELETE: removeItem },
  "/api/items/:sku/update": { PUT: changeItem, POST: changeItem },
  "/api/items/:sku/items": { PUT: changeItem },
  "/api/items/:sku/delete": { GET: removeItem, POST: removeItem, DELETE: removeItem },
  "/api/items/:sku/downloads": { read: showItemDownloads },
  "/api/orders": { read: showOrders, POST: createOneOrder },
  "/api/orders/create": { read: showOrder, POST: createOneOrder, PUT: changeOrder, DELETE: removeOrder },
  "/api/orders/:id": { read: showOrder, PUT: changeOrder, DELETE: removeOrder },
  "/api/orders/:id/update": { PUT: changeOrder, POST: changeOrder },
  "/api/orders/:id/delete": { GET: removeOrder, POST: removeOrder, DELETE: removeOrder },
  "/api/orders/:id/expire": { GET: endOrder, POST: endOrder, PUT: endOrder },
  "/api/orders/:id/send_email": { GET: resendOrder, POST: resendOrder, PUT: resendOrder },
  "/api/orders/:id/downloads": { read: showOrderDownloads },
};

type Bindings = { account: Account | null; credentials: StoredCredentials | null; client: Client };

/**
 * The unversioned interface under `/api/`. The account is the one of the request's host. Without one, every request is
 * answered 401.
 */
export function createXmlInterface(services: XmlServices): (request: Request, caller: Bindings) => Promise<Response> {
  const app = new Hono<{ Bindings: Bindings }>({ getPath: pathWithoutSuffix });

  app.use(async ({ env, req }, next) => {
    const problem = apiAccessProblem(req.raw, env, services.vault);
    if (problem) return message(401, problem, { "www-authenticate": challenge });
    return next();
  });

  for (const [path, methods] of Object.entries(routes)) {
    app.all(path, async ({ env, req }) => {
      const handler = handlerFor(methods, req.raw.method);
      const problem = handler === methods.read ? null : crossSiteProblem(req.raw.headers);
      if (problem) throw new WireError(403, problem);
      // The middleware above has rejected requests without an account.
      const { account, credentials } = env as AccountWithCredentials;
      // In a path without a parameter, it is the segment itself: `create` can also be a SKU or an order id.
      const last = path.split("/").at(-1) ?? "";
      const parameters = { id: req.param("id") ?? last, sku: req.param("sku") ?? last };
      // PostgreSQL cannot even compare with a NUL.
      if (`${parameters.id}${parameters.sku}`.includes("\0"))
        throw new WireError(404, "The path contains a NUL character, which no SKU or ID can have.");
      const { searchParams: query } = new URL(req.url);
      const db = forCaller(services.db, req.raw.signal);
      const request = {
        services: { ...services, db },
        account,
        credentials,
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
  app.onError((error) => errorResponse(error, services.log));
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
