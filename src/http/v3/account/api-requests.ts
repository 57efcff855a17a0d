import { z } from "@hono/zod-openapi";
import { keptRequests, type ListedRequest, listRequests } from "../../../access/api-keys/requests.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { pageOf } from "../framework/answers.ts";
import { newRoutes } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { pageQuery, rowsOf, shownId, shownInstant, text } from "../framework/fields.ts";
import { integer, optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const requestSchema = z
  .object({
    id: shownId,
    at: shownInstant.describe("When it was answered."),
    method: z.string().describe("HTTP method of the call, such as `POST`."),
    path: z.string().describe("Path without the query. Parts that are or may be email addresses or secrets are `…`."),
    status: z.number().int().describe("HTTP status of the response."),
    milliseconds: z.number().int().describe("Time until the response began."),
    api_key_id: z
      .number()
      .int()
      .nullable()
      .describe("ID of the key, which may be revoked. Null: the account's API key and token."),
    api_key_name: z.string().nullable().describe("Name that the key had. Null: the account's API key and token."),
    request_id: z.string().describe("The `X-Request-Id` header of the response."),
  })
  .openapi("ApiRequest", {
    example: {
      id: 1,
      at: created,
      method: "POST",
      path: "/api/v3/orders",
      status: 201,
      milliseconds: 4,
      api_key_id: null,
      api_key_name: null,
      request_id: "req_8fK2mQxW1bZr1",
    },
  });

const present = (request: ListedRequest): z.output<typeof requestSchema> => ({
  id: request.id,
  at: writeInstant(request.at),
  method: request.method,
  path: request.path,
  status: request.status,
  milliseconds: request.duration,
  api_key_id: request.keyId,
  api_key_name: request.keyName,
  request_id: request.requestId,
});

export const apiRequestRoutes = newRoutes().openapi(
  operation({
    method: "get",
    path: "/api/v3/requests",
    role: "owner",
    scope: "account:manage",
    summary: "List calls of the API",
    description: `The last ${keptRequests.toLocaleString("en")} calls that were made with the account's credentials, newest first. A call appears within seconds. Results match all filters.`,
    tags: ["API keys"],
    request: {
      query: pageQuery.extend({
        q: optional(text(255)).openapi({ description: "Text in the path, or a request ID.", example: "orders" }),
        api_key_id: optional(integer(1)).openapi({
          type: "integer",
          description: "Only calls with this key.",
          example: 1,
        }),
        method: optional(z.enum(methods, { error: `must be one of ${methods.join(", ")}` })).openapi({
          description: "Only calls with this method.",
          example: "GET",
        }),
        status: optional(integer(1, 599)).openapi({
          type: "integer",
          minimum: 1,
          maximum: 599,
          description: "Only calls with this status, such as 404, or its first digit, such as 4.",
          example: 200,
        }),
      }),
    },
    responses: {
      200: pageOf("requests", requestSchema, "recent calls"),
      ...problems(422),
    },
  }),
  async (c) => {
    const { page, page_size, q: search, api_key_id: keyId, method, status } = c.req.valid("query");
    const { services, account } = c.var;
    await services.requests.flush();
    const filter = { text: search || undefined, keyId, method, status };
    const { requests, total } = await listRequests(services.db.read, account.id, filter, rowsOf({ page, page_size }));
    return c.json({ requests: requests.map(present), page, page_size, total }, 200);
  },
);
