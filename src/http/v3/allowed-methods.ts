import type { OpenAPIHono } from "@hono/zod-openapi";
import type { V3Env } from "./environment.ts";

/** The methods that a path accepts, for `Allow`, with HEAD wherever there is GET. */
export function allowedMethods(app: OpenAPIHono<V3Env>, path: string): string[] {
  const methods = new Set(app.routes.map(({ method }) => method).filter((method) => method !== "ALL"));
  const allowed = [...methods].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).toSorted();
}
