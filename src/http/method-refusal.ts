import type { Env, Hono } from "hono";

/** Why an address refuses a method, answered 405. Each interface writes it in its own form. */
interface MethodRefusal {
  sentence: string;
  headers: { allow: string };
}

/** `allowed` are the methods that the address supports. */
export function methodRefusal(method: string, allowed: readonly string[]): MethodRefusal {
  const allow = allowed.join(", ");
  return { sentence: `This address does not support ${method}. Use ${allow}.`, headers: { allow } };
}

/** The methods for which the application has a route to this path, with HEAD wherever there is GET; empty for an unknown path. */
export function allowedMethods<E extends Env>({ routes, router }: Hono<E>, path: string): string[] {
  const methods = new Set(routes.map(({ method }) => method).filter((method) => method !== "ALL"));
  const allowed = [...methods].filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).toSorted();
}

/** The refusal as plain text, for addresses that can only be read; null for a GET and a HEAD. */
export function refuseChange({ method }: Request): Response | null {
  if (method === "GET" || method === "HEAD") return null;
  const { sentence, headers } = methodRefusal(method, ["GET", "HEAD"]);
  return new Response(`${sentence}\n`, {
    status: 405,
    headers: { ...headers, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
