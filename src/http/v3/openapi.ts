import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { version } from "../../../package.json";
import { addDescriptions, putRequiredFirst } from "./descriptions.ts";
import { newRoutes, type V3Env } from "./environment.ts";
import { addExamples } from "./examples.ts";
import { takesKey } from "./idempotency.ts";
import { describeInputs } from "./input-values.ts";
import { json } from "./json-content.ts";
import type { OpenApiDocument, Parameter } from "./openapi-types.ts";
import { problemResponse, problems } from "./problem.ts";

/** Stands where the store is not known; `servers` of an answer names the store's own address. */
const anyServer = { url: "https://HANDLE.example.com", description: "Your account's own address." };

/** In the order in which a reader needs them. */
const tags = [
  { name: "Orders", description: "Send paid orders, look them up, change them, send their email again." },
  { name: "Products", description: "What you sell: a SKU with its files and addresses elsewhere." },
  { name: "License keys", description: "Each product's pool of keys; one goes to every unit sold." },
  { name: "Files", description: "The bytes that products deliver." },
  { name: "Uploads", description: "Large files in pieces that can be resumed (tus 1.0)." },
  { name: "Downloads", description: "Every counted delivery of a file." },
  { name: "Emails", description: "Every delivery email, and what the mail server said." },
  { name: "Statistics", description: "Counts by day and by product." },
  { name: "Import and export", description: "Orders, products, downloads and license keys as CSV files." },
  { name: "Account", description: "Settings, credentials." },
  { name: "Wording", description: "The store's own wording of emails and pages, in Liquid." },
  { name: "People", description: "Who signs in to the account's administration, and what they may do." },
  { name: "Documentation", description: "This description." },
];

const description = [
  "JSON in and out. Authenticate with HTTP Basic: the API key is the user name, the API token the password.",
  'Bodies are accepted with or without the outer name (`{"order": {…}}`).',
  "Every field named here is always present in an answer, null when it is absent.",
  "Lists take `page` and `page_size` and answer with `page`, `page_size` and `total`.",
  "Errors are `application/problem+json` (RFC 9457) and name every wrong field at once.",
].join(" ");

/** The interface's OpenAPI 3.1 document, from the schemas that check its input, with examples. */
export function describeRoutes(routes: OpenAPIHono<V3Env>[]): OpenApiDocument {
  const app = newRoutes();
  for (const some of routes) app.route("/", some);
  app.openAPIRegistry.registerComponent("securitySchemes", "basic", { type: "http", scheme: "basic" });
  const written = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Waybill", version, description },
    servers: [anyServer],
    security: [{ basic: [] }],
  });
  // The generator's own types allow much that it never writes, such as references in place of operations.
  const document = written as unknown as OpenApiDocument;
  const used = new Set(
    Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
  );
  document.tags = tags.filter(({ name }) => used.has(name));
  nameOperations(document);
  describeInputs(document);
  describeKeys(document);
  addDescriptions(document);
  putRequiredFirst(document);
  addExamples(document);
  return document;
}

/** The route that serves the document; it holds no data, so it needs no credentials. */
export function documentRoutes(document: () => OpenApiDocument) {
  return newRoutes().openapi(
    createRoute({
      method: "get",
      path: "/api/v3/openapi.json",
      summary: "Read this description",
      description:
        "OpenAPI 3.1. Needs no credentials, and is the same for every account but for the address in `servers`.",
      tags: ["Documentation"],
      security: [],
      responses: {
        200: {
          description: "The OpenAPI document.",
          content: json(z.looseObject({ openapi: z.string() }).openapi("OpenApiDocument")),
        },
        ...problems(),
      },
    }),
    (c) => {
      const { account } = c.env;
      if (!account) return problemResponse(401, { detail: "This address belongs to no account." }) as never;
      const servers = [{ url: c.var.services.accountUrl(account) }];
      return c.json({ ...document(), servers }, 200, { "cache-control": "public, max-age=300" });
    },
  );
}

/** Every operation that takes an `Idempotency-Key` says so, with what it may answer because of it. */
function describeKeys(document: OpenApiDocument): void {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!takesKey(method, path)) continue;
      operation.parameters = [
        ...(operation.parameters ?? []),
        { ...idempotencyKey, schema: { ...idempotencyKey.schema } },
      ];
      const content = operation.responses[401]?.content;
      const meanings = {
        409: "The Idempotency-Key is in use, or its answer is gone.",
        422: "The Idempotency-Key was used with another request.",
      };
      for (const [status, description] of Object.entries(meanings)) {
        operation.responses[status] ??= { description, ...(content ? { content } : {}) };
      }
    }
  }
}

const idempotencyKey: Parameter = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description: "Your own text for this request: sent again with it, it is carried out once and gets the first answer.",
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
