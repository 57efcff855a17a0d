import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { announcesBody } from "../bad-request.ts";
import type { V3Env } from "./environment.ts";
import { checkJson } from "./json-body.ts";

/**
 * Checks that the body of a change that needs none, such as `orders/ID/expire`, can be read: a client that sends broken
 * JSON must not take 200 for an answer to it. What the body says is ignored. Throws as `jsonBody` does.
 */
export function unneededBody(resources: OpenAPIHono<V3Env>[]): MiddlewareHandler<V3Env> {
  const bodiless = resources.flatMap(changesWithoutBody);
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    const { path } = c.req;
    if (announcesBody(headers) && bodiless.some((one) => one.method === method && one.path.test(path))) {
      await checkJson(c);
      // With a content type, the framework would try to read the body again.
      headers.delete("content-type");
    }
    await next();
  };
}

function changesWithoutBody({ openAPIRegistry }: OpenAPIHono<V3Env>): { method: string; path: RegExp }[] {
  return openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== "route") return [];
    const { method, path, request } = definition.route;
    return /^(post|put|delete)$/.test(method) && !request?.body
      ? [{ method: method.toUpperCase(), path: patternOf(path) }]
      : [];
  });
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`);
