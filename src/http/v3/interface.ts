import type { Account } from "../../accounts/accounts.ts";
import { apiAccessProblem, challenge } from "../basic-auth.ts";
import { accountRoutes } from "./account.ts";
import { bulkRoutes } from "./bulk.ts";
import { errorResponse } from "./errors.ts";
import { orderRoutes } from "./orders.ts";
import { problemResponse } from "./problem.ts";
import { newRoutes, type V3Services } from "./routes.ts";

/**
 * The v3 interface under `/api/v3/`. `account` is the one that the request's host names, null for none: every
 * request is then answered 401.
 */
export function createV3Interface(
  services: V3Services,
): (request: Request, account: Account | null) => Promise<Response> {
  const app = newRoutes();
  app.use(async (c, next) => {
    const problem = apiAccessProblem(c.req.raw, c.env.account, services.vault);
    if (problem) return problemResponse(401, { detail: problem, headers: { "www-authenticate": challenge } });
    c.set("services", services);
    // The problem above has refused requests without an account.
    c.set("account", c.env.account as Account);
    c.set("now", Date.now());
    return next();
  });
  for (const routes of [accountRoutes, bulkRoutes, orderRoutes]) app.route("/", routes);
  app.onError((error, c) => errorResponse(error, c.req.path, services.log));
  app.notFound((c) => problemResponse(404, { detail: `There is nothing at ${c.req.path}.` }));
  return async (request, account) => app.fetch(request, { account });
}
