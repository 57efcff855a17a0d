import type { PlacedOperation } from "../../src/http/v3/framework/openapi-types.ts";
import type { Store } from "./service.ts";

/** The request that an operation's examples make; `query` adds the optional parameters. */
export async function sendExample(
  service: Store,
  operation: PlacedOperation,
  { query = {}, path = {}, key }: { query?: Record<string, string>; path?: Record<string, string>; key?: string } = {},
): Promise<Response> {
  const { parameters = [], method } = operation;
  const filled = operation.path.replace(/\{([^}]+)\}/g, (_, name) => {
    const value = path[name] ?? parameters.find((parameter) => parameter.name === name)?.example;
    if (value === undefined) throw new Error(`${method} ${operation.path} has no example of ${name}.`);
    return encodeURIComponent(String(value));
  });
  const headers = new Headers(
    parameters
      .filter((parameter) => parameter.in === "header" && parameter.example !== undefined)
      .map(({ name, example }): [string, string] => [name, String(example)]),
  );
  if (key !== undefined) headers.set("idempotency-key", key);
  const { body, type } = exampleBody(operation);
  if (type) headers.set("content-type", type);
  const required = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, example }) => [name, String(example)]);
  const search = new URLSearchParams({ ...Object.fromEntries(required), ...query }).toString();
  return service.api(`${filled}${search && `?${search}`}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

function exampleBody({ requestBody, method, path }: PlacedOperation): { body?: string | FormData; type?: string } {
  const content = requestBody?.content ?? {};
  const json = content["application/json"];
  if (json) {
    if (json.example === undefined) throw new Error(`${method} ${path} has no example of its body.`);
    return { body: JSON.stringify(json.example), type: "application/json" };
  }
  if (content["multipart/form-data"]) {
    const form = new FormData();
    form.set("file", new File(["a map"], "map.pdf", { type: "application/pdf" }));
    return { body: form };
  }
  const [[type, media] = []] = Object.entries(content);
  if (!type) return {};
  if (typeof media?.example === "string") return { body: media.example, type };
  return { body: method === "PATCH" ? "a map" : "", type };
}

/**
 * What two JSON values differ in besides their values: fields that only one has, and types, of which null fits any.
 * Of lists the first elements are compared.
 */
export function shapeDifferences(one: unknown, other: unknown, place = ""): string[] {
  if (one === null || other === null) return [];
  const [oneKind, otherKind] = [kindOf(one), kindOf(other)];
  if (oneKind !== otherKind) return [`${place}: ${oneKind}, ${otherKind}`];
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length === 0 || other.length === 0) return [];
    return shapeDifferences(one[0], other[0], `${place}[0]`);
  }
  if (oneKind !== "object") return [];
  const [oneFields, otherFields] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = new Set([...Object.keys(oneFields), ...Object.keys(otherFields)]);
  return [...names].flatMap((name) => {
    if (!(name in oneFields && name in otherFields)) return [`${place}.${name}: only in one`];
    return shapeDifferences(oneFields[name], otherFields[name], `${place}.${name}`);
  });
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

type Fields = Record<string, unknown>;

/** Where an answer differs from what the example of its request says, in the fields that both have. */
export function contradictions({ requestBody, path }: PlacedOperation, answer: unknown): string[] {
  const said = requestBody?.content["application/json"]?.example as Fields | undefined;
  if (!said) return [];
  const shown = answer as Fields;
  if (path.endsWith("/bulk")) {
    const made = (shown.results as { order: Fields }[]).map(({ order }) => order);
    return differences(said.orders, made, "orders");
  }
  const resource = Object.values(shown)[0];
  if (typeof resource !== "object" || resource === null) return [];
  if (!path.includes("/item_urls")) return differences(said, resource, "");
  const urls = (resource as { item_urls: Fields[] }).item_urls;
  return differences(said, urls.find(({ url }) => url === said.url) ?? null, "item_urls");
}

function differences(said: unknown, shown: unknown, place: string): string[] {
  if (Array.isArray(said) && Array.isArray(shown)) {
    const lengths = said.length === shown.length ? [] : [`${place}: ${said.length} and ${shown.length}`];
    return [...lengths, ...said.flatMap((one, index) => differences(one, shown[index], `${place}[${index}]`))];
  }
  if (typeof said === "object" && said !== null && typeof shown === "object" && shown !== null) {
    const both = Object.entries(said).filter(([name]) => name in shown);
    return both.flatMap(([name, value]) => differences(value, (shown as Fields)[name], `${place}.${name}`));
  }
  return said === shown ? [] : [`${place}: ${JSON.stringify(said)} and ${JSON.stringify(shown)}`];
}
