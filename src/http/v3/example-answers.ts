import { exampleKey } from "./example-store.ts";
import type { PlacedOperation } from "./openapi-types.ts";

type Fields = Record<string, unknown>;

/** Other names of the same setting. */
const sameAs: Record<string, string> = {
  order_expiration: "order_expiration_in_hours",
  order_expiration_in_hours: "order_expiration",
  download_limit_per_item: "download_limit",
};

const now = "2026-11-20T21:37:00+00:00";

/** Values of an order that was just created, and of its items. */
const sent = { first_name: null, download_count: 0, email_status: "queued" };
const sentItem = { download_count: 0, downloads_remaining: 5 };

const exampleSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

/** Effects of an operation that are neither in its body nor in its path. */
const effects: Record<string, Fields> = {
  "POST /api/v3/orders/{id}/expire": { status: "expired", expiration_date: now },
  "POST /api/v3/orders/{id}/resend": { email_status: "queued" },
  "POST /api/v3/orders/{id}/hold": { state: "on_hold", held_at: now },
  "POST /api/v3/orders/{id}/revoke": {
    state: "revoked",
    revoked_at: now,
    order_items: [{ revoked_at: now }],
  },
  "PUT /api/v3/order_items/{id}": { downloads_remaining: 6 },
  "POST /api/v3/renewal_requests/{id}/grant": { status: "granted", granted_at: now },
  "POST /api/v3/renewal_requests/{id}/decline": { id: 1, status: "declined", declined_at: now },
  "POST /api/v3/products": { id: 2, orders_count: 0, download_count: 0, files: [], license_keys_available: 0 },
  "DELETE /api/v3/products/{id}/cover": { cover_url: null },
  "POST /api/v3/products/{id}/files/{file_id}/versions": { number: 2 },
  "POST /api/v3/products/{id}/announcements/{announcement_id}/stop": { status: "stopped" },
  "GET /api/v3/skuproducts/{sku}": { id: 2 },
  "PUT /api/v3/skuproducts/{sku}": { id: 2 },
  "DELETE /api/v3/account/logo": { logo_url: null },
  "POST /api/v3/emails/{id}/retry": {
    id: 2,
    status: "queued",
    subject: null,
    attempts: 0,
    sent_at: null,
    next_attempt_at: now,
    tries: [],
  },
  "POST /api/v3/api_keys": { key: exampleKey },
  "POST /api/v3/api_keys/{id}/replace": {
    key: exampleKey,
    replaced_last_four: "kT2c",
    replaced_ends_at: "2026-11-21T21:37:00+00:00",
  },
  "POST /api/v3/webhook_endpoints": { secret: exampleSecret },
  "POST /api/v3/webhook_endpoints/{id}/rotate_secret": { secret: exampleSecret },
  "POST /api/v3/webhook_endpoints/{id}/test": {
    event: "webhook.test",
    status: "waiting",
    finished_at: null,
    attempts: [],
  },
  "POST /api/v3/webhook_deliveries/{id}/resend": { status: "waiting", finished_at: null },
  "POST /api/v3/imports/orders": { kind: "orders" },
  "POST /api/v3/imports/license_keys": { kind: "license_keys", rows: 2, done_rows: 2, accepted: 2 },
};

/** The example of a response, with the values from the example of its request. */
export function fitAnswer(operation: PlacedOperation, answer: unknown): unknown {
  const { method, path } = operation;
  if (!isObject(answer)) return answer;
  if (path === "/api/v3/orders/bulk") return bulkAnswer(operation, answer);
  if (method === "POST" && path === "/api/v3/orders" && isObject(answer.order)) {
    return { order: sentOrder(answer.order, bodyOf(operation)) };
  }
  const [name, resource] = Object.entries(answer)[0] ?? [];
  if (name === undefined || !isObject(resource)) return answer;
  const body = entryOfProduct.test(path) ? {} : bodyOf(operation);
  const said = { ...addressOf(operation, resource), ...body, ...effects[`${method} ${path}`] };
  return { ...answer, [name]: withEntries(operation, fit(resource, said)) };
}

/** Operations whose body is about one of the product's files or external links. */
const entryOfProduct = /\/products\/\{id\}\/(files(?!.*versions)|item_urls)/;

function sentOrder(order: Fields, said: Fields): Fields {
  const made = fit(order, { ...sent, ...said });
  const items = Array.isArray(made.order_items) ? made.order_items : [];
  return { ...made, order_items: items.map((item) => ({ ...item, ...sentItem })) };
}

/** `resource` with the values from `said` for the fields it has. */
function fit(resource: Fields, said: Fields): Fields {
  const fitted = { ...resource };
  for (const [field, value] of Object.entries(said)) {
    for (const name of [field, sameAs[field] ?? field]) {
      if (name in resource) fitted[name] = fitValue(resource[name], value);
    }
  }
  return fitted;
}

function fitValue(shown: unknown, said: unknown): unknown {
  if (!Array.isArray(said) || !Array.isArray(shown) || !isObject(shown[0])) return said;
  const [template] = shown;
  return said.map((one) => (isObject(one) ? fit(template, one) : one));
}

/** The values in the path, as the resource writes them; only those of the resource itself. */
function addressOf({ path, parameters = [] }: PlacedOperation, resource: Fields): Fields {
  const last = /\{(\w+)\}[^{]*$/.exec(path)?.[1];
  const named = parameters.filter(({ in: place, name }) => place === "path" && (name === last || name === "id"));
  return Object.fromEntries(
    named.map(({ name, example }) => [name, typeof resource[name] === "number" ? Number(example) : example]),
  );
}

function bodyOf({ requestBody }: PlacedOperation): Fields {
  const example = requestBody?.content["application/json"]?.example;
  return isObject(example) ? example : {};
}

/** A file or link that was added to a product or changed is listed with the others. */
function withEntries(operation: PlacedOperation, product: Fields): Fields {
  const { path, parameters = [] } = operation;
  const said = { ...Object.fromEntries(parameters.map(({ name, example }) => [name, example])), ...bodyOf(operation) };
  if (/\/products\/\{id\}\/files(?!.*versions)/.test(path))
    return { ...product, files: fitValue(product.files, [{ id: said.file_id }]) };
  if (/\/products\/\{id\}\/item_urls/.test(path)) {
    return { ...product, item_urls: fitValue(product.item_urls, [{ url: said.url, name: said.name }]) };
  }
  return product;
}

function bulkAnswer(operation: PlacedOperation, answer: Fields): Fields {
  const orders = bodyOf(operation).orders;
  const [result] = Array.isArray(answer.results) ? answer.results : [];
  if (!Array.isArray(orders) || !isObject(result) || !isObject(result.order)) return answer;
  const { order } = result;
  const results = orders.map((said: Fields, index) => ({
    ...result,
    order: sentOrder(order, { ...said, id: 10_000_002 + index }),
  }));
  return { ...answer, results };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
