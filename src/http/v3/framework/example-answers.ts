import type { PlacedOperation } from "./openapi-types.ts";

type Fields = Record<string, unknown>;

/** Other names of the same setting. */
const sameAs: Record<string, string> = {
  order_expiration: "order_expiration_in_hours",
  order_expiration_in_hours: "order_expiration",
  download_limit_per_item: "download_limit",
};

/** The example of a response, with the values from the example of its request, and then those that the operation declares. */
export function fitAnswer(operation: PlacedOperation, answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  const [name, resource] = Object.entries(answer)[0] ?? [];
  if (name === undefined || !isObject(resource)) return answer;
  const requested = fit(resource, { ...addressOf(operation, resource), ...bodyOf(operation) });
  return { ...answer, [name]: fit(requested, operation.examples?.answer ?? {}) };
}

/** `resource`, with values from `said` for the fields that it has. */
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
  const [first] = shown;
  return said.map((one, index) => (isObject(one) ? fit(shown[index] ?? first, one) : one));
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

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
