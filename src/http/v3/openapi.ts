import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { version } from "../../../package.json";
import { problemResponse } from "../problem.ts";
import { addExamples } from "./framework/add-examples.ts";
import { declarationFields, takesKey } from "./framework/declaration.ts";
import { newRoutes, type V3Env } from "./framework/environment.ts";
import { describeInputs } from "./framework/input-values.ts";
import { json } from "./framework/json-content.ts";
import { type OpenApiDocument, operationsOf, type Parameter, type Schema } from "./framework/openapi-types.ts";
import { problems } from "./framework/problem-schemas.ts";
import { describeWebhooks } from "./webhooks/webhook-events.ts";

/** Used while the store is unknown. Responses have the store's own URL in `servers`. */
const anyServer = { url: "https://HANDLE.example.com", description: "Base URL of your account." };

/** In the order in which readers need them. */
const tags = [
  { name: "Orders", description: "Create orders, look them up, update them and resend their emails." },
  { name: "Customers", description: "The people who have bought something, each by an email address." },
  { name: "Products", description: "What you sell: a SKU with its files and external links." },
  { name: "License keys", description: "Each product has a pool of keys. Every unit sold gets one." },
  { name: "Files", description: "The files that products deliver." },
  { name: "Uploads", description: "Resumable uploads of large files (tus 1.0)." },
  { name: "Downloads", description: "Every counted download of a file." },
  { name: "Emails", description: "Every delivery email, with the replies of the mail server." },
  { name: "Connections", description: "Shops that send their orders here, and what they sent." },
  { name: "Activity", description: "Who changed what in the store." },
  { name: "Search", description: "Everything that contains a text." },
  { name: "Statistics", description: "Numbers by day and by product." },
  { name: "Import and export", description: "Orders, products, downloads and license keys as CSV files." },
  { name: "Webhooks", description: "URLs that receive your store's events: orders, emails, downloads and more." },
  { name: "API keys", description: "Keys with which programs call this API, and the last calls." },
  { name: "Account", description: "Settings and credentials." },
  { name: "Wording", description: "Your own texts for emails and pages, as Liquid templates." },
  { name: "People", description: "Members who sign in to the administration area, and their roles." },
  { name: "Documentation", description: "The OpenAPI document of this API." },
];

const description = [
  "Requests and responses are JSON. Authenticate with HTTP Basic: the API key is the user name, the API token is the password. Or use a key that begins with `wb_`, as a Bearer token or as the password: each operation names the scope that such a key needs.",
  'The outer name of a request body (`{"order": {…}}`) is optional.',
  "Responses always include every field. Fields without a value are null.",
  "Lists take `page` and `page_size`, and return them together with `total`.",
  "Query parameters and fields that an operation does not name are ignored.",
  "Errors are `application/problem+json` (RFC 9457) and name all invalid fields at once.",
].join(" ");

/** The interface's OpenAPI 3.1 document, from the schemas that check its input, with examples. */
export function describeRoutes(routes: OpenAPIHono<V3Env>[]): OpenApiDocument {
  const app = newRoutes();
  for (const some of routes) app.route("/", some);
  app.openAPIRegistry.registerComponent("securitySchemes", "basic", { type: "http", scheme: "basic" });
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  describeWebhooks(app);
  const written = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Waybill", version, description },
    servers: [anyServer],
    security: [{ basic: [] }, { bearer: [] }],
  });
  // The generator's own types allow values that it never produces, such as references in place of operations.
  const document = written as unknown as OpenApiDocument;
  const used = new Set(
    Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
  );
  document.tags = tags.filter(({ name }) => used.has(name));
  nameOperations(document);
  describeInputs(document);
  describeKeys(document);
  describeScopes(document);
  putRequiredFirst(document);
  addExamples(document);
  removeDeclarations(document);
  return document;
}

/** The route that serves the document. It contains no data, so it needs no credentials. */
export function documentRoutes(document: () => OpenApiDocument) {
  return newRoutes().openapi(
    createRoute({
      method: "get",
      path: "/api/v3/openapi.json",
      summary: "Retrieve the OpenAPI document",
      description:
        "OpenAPI 3.1. No credentials needed. The document is the same for every account, except for the URL in `servers`.",
      tags: ["Documentation"],
      security: [],
      responses: {
        200: {
          description: "The OpenAPI document.",
          content: json(
            z
              .looseObject({ openapi: z.string().describe("Version of OpenAPI.") })
              .openapi("OpenApiDocument", { example: { openapi: "3.1.0" } }),
          ),
        },
        ...problems(),
      },
    }),
    (c) => {
      const { account } = c.env;
      if (!account) return problemResponse(401, { detail: "This address does not belong to any account." }) as never;
      const servers = [{ url: c.var.services.accountUrl(account) }];
      return c.json({ ...document(), servers }, 200, { "cache-control": "public, max-age=300" });
    },
  );
}

/** Documents the `Idempotency-Key` header and its errors for every operation that accepts it. */
function describeKeys(document: OpenApiDocument): void {
  for (const operations of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!takesKey({ method, idempotent: operation.idempotent })) continue;
      operation.parameters = [
        ...(operation.parameters ?? []),
        { ...idempotencyKey, schema: { ...idempotencyKey.schema } },
      ];
      const content = operation.responses[401]?.content;
      const meanings = {
        409: "A request with this Idempotency-Key is still running, or its response is no longer available.",
        422: "The Idempotency-Key has already been used for a different request.",
      };
      for (const [status, description] of Object.entries(meanings)) {
        operation.responses[status] ??= { description, ...(content ? { content } : {}) };
      }
    }
  }
}

/** Names the scope of each operation: in words, and as the role that OpenAPI 3.1 allows for these kinds of authentication. */
function describeScopes(document: OpenApiDocument): void {
  for (const { path, method, ...operation } of operationsOf(document)) {
    const { scope } = operation;
    const written = document.paths[path]?.[method.toLowerCase()];
    if (!written || !scope) continue;
    written.security = [{ basic: [scope] }, { bearer: [scope] }];
    written.description = [operation.description, `Scope of API keys: \`${scope}\`.`].filter(Boolean).join(" ");
  }
}

/** Removes the parts of declarations that only the service itself reads. */
function removeDeclarations(document: OpenApiDocument): void {
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      for (const name of declarationFields) delete operation[name];
    }
  }
}

const idempotencyKey: Parameter = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "A unique text of your choice. If you send the same request again with the same key, it is not carried out again: you get the first response.",
  schema: { type: "string", maxLength: 255 },
};

/** `get /api/v3/orders/{id}` → `get_orders_id` */
function nameOperations(document: OpenApiDocument): void {
  for (const [path, operations] of Object.entries(document.paths)) {
    const words = path
      .replace("/api/v3/", "")
      .replace(/[^a-z_]+/g, "_")
      .replace(/_$/, "");
    for (const [method, operation] of Object.entries(operations)) operation.operationId = `${method}_${words}`;
  }
}

/** Lists required fields before optional ones. */
function putRequiredFirst(document: OpenApiDocument): void {
  for (const schema of Object.values(document.components.schemas)) {
    const { properties, required = [] } = schema;
    if (!properties) continue;
    const rank = ([name]: [string, Schema]) => (required.includes(name) ? 0 : 1);
    schema.properties = Object.fromEntries(
      Object.entries(properties).toSorted((one, other) => rank(one) - rank(other)),
    );
  }
}
