import type { PlacedOperation } from "./openapi-types.ts";

type Fields = Record<string, unknown>;

/** Other names of the same setting. */
const sameAs: Record<string, string> = {
  order_expiration: "order_expiration_in_hours",
  order_expiration_in_hours: "order_expiration",
  download_limit_per_item: "download_limit",
};

/** Values of an order that was just created, and of its items. */
const sent = { first_name: null, download_count: 0, email_status: "queued" };
const sentItem = { download_count: 0, downloads_remaining: 5 };

/** The example of a response, with the values from the example of its request. */
export function fitAnswer(operation: PlacedOperation, answer: unknown): unknown {
  const { method, path, examples } = operation;
  if (!isObject(answer)) return answer;
  if (path === "/api/v3/orders/bulk") return bulkAnswer(operation, answer);
  if (method === "POST" && path === "/api/v3/orders" && isObject(answer.order)) {
    return { order: sentOrder(answer.order, bodyOf(operation)) };
  }
  const [name, resource] = Object.entries(answer)[0] ?? [];
  if (name === undefined || !isObject(resource)) return answer;
  const body = entryOfProduct.test(path) ? {} : bodyOf(operation);
  const said = { ...addressOf(operation, resource), ...body, ...examples?.answer };
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
