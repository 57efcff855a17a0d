import type { Parameter, PlacedOperation } from "../../v3/framework/openapi-types.ts";

/** A placeholder in the samples for the address of a store, without a slash at its end. */
export const anyStore = "https://store.waybill.invalid";

/** A placeholder in the samples for the API key of a store. The token is read from the environment: `WAYBILL_TOKEN`. */
export const anyKey = "YOUR_API_KEY";

export type SampleBody = { json: unknown } | { file: string } | null;

/** The request that an operation's sample sends, in any language. */
export interface SampleRequest {
  /** In capitals. */
  method: string;
  url: string;
  /** False if the operation needs no credentials. */
  authenticated: boolean;
  headers: [name: string, value: string][];
  /** `file` is the name of a file whose bytes are sent. */
  body: SampleBody;
  /** The kind of response: `json`, other bytes, or nothing. */
  answer: "json" | "bytes" | "nothing";
}

/** The request that an operation's examples describe. */
export function sampleRequest(operation: PlacedOperation): SampleRequest {
  const { method, security, responses, parameters = [] } = operation;
  const { body, type } = bodyOf(operation);
  const headers = parameters
    .filter((parameter) => parameter.in === "header" && parameter.example !== undefined)
    .map(({ name, example }): [string, string] => [headerName(name), String(example)]);
  if (type) headers.push(["Content-Type", type]);
  const [success] = Object.values(responses);
  const types = Object.keys(success?.content ?? {});
  return {
    method,
    url: anyStore + filledPath(operation, type),
    authenticated: security?.length !== 0,
    headers,
    body,
    answer: types.length === 0 ? "nothing" : types[0] === "application/json" ? "json" : "bytes",
  };
}

/** The path, filled with the parameters' examples. */
function filledPath({ path, parameters = [] }: PlacedOperation, type: string | null): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name) =>
    encodeURIComponent(String(exampleOf(parameters, "path", name) ?? name.toUpperCase())),
  );
  // Without a form, the address contains the name of an uploaded file.
  const named = type === "application/octet-stream" ? "filename" : null;
  const query = parameters.filter((one) => one.in === "query" && (one.required || one.name === named));
  const pairs = query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
}

function exampleOf(parameters: Parameter[], place: Parameter["in"], name: string): unknown {
  return parameters.find((parameter) => parameter.in === place && parameter.name === name)?.example;
}

/** `idempotency-key` → `Idempotency-Key` */
function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function bodyOf({ requestBody, parameters = [] }: PlacedOperation): { body: SampleBody; type: string | null } {
  const content = requestBody?.content ?? {};
  const json = content["application/json"];
  if (json) return { body: { json: json.example }, type: "application/json" };
  const type = Object.keys(content).find((one) => one !== "multipart/form-data");
  // An upload may begin without its first bytes.
  if (!type || exampleOf(parameters, "header", "upload-length") !== undefined) return { body: null, type: null };
  return { body: { file: type === "text/csv" ? "import.csv" : "map.pdf" }, type };
}
