import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { admit } from "./authenticate.ts";
import { type Changing, type Declaration, type Reading, takesKey } from "./declaration.ts";
import type { V3Env } from "./environment.ts";
import { idempotent } from "./idempotency.ts";
import { checkUnneededBody } from "./json-body.ts";

/**
 * Declares an operation of the v3 interface: who may carry it out, its input and answers, and its entry in the activity log. Its
 * route, its part of the OpenAPI document and its scope in the docs come from this declaration.
 */
export function operation<
  P extends string,
  R extends Omit<RouteConfig, "path" | "method"> & (Reading | Changing) & { path: P },
>(declared: R) {
  const { method, middleware = [], request }: Omit<RouteConfig, "path"> = declared;
  const { activity = null, idempotent: takes }: Partial<Declaration> = declared;
  const needsNoBody = method !== "get" && method !== "options" && !request?.body;
  const own: MiddlewareHandler<V3Env>[] = [
    admit(declared),
    recording(activity),
    ...(takesKey(declared) ? [idempotent(takes === "in_parts")] : []),
    ...(needsNoBody ? [checkUnneededBody] : []),
  ];
  return createRoute<P, R>({ ...declared, middleware: [...own, ...[middleware].flat()] });
}

/** Gives `change` the operation's entry in the activity log. */
const recording =
  (activity: Changing["activity"]): MiddlewareHandler<V3Env> =>
  async (c, next) => {
    c.set("recorded", activity);
    await next();
  };
