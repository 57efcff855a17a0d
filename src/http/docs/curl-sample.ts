import type { Parameter, PlacedOperation } from "../v3/openapi-types.ts";

/** An operation as a command for a shell that holds the credentials in `KEY` and `TOKEN`. */
export function curlSample(operation: PlacedOperation, url: string): string {
  const { method, security } = operation;
  const parts = [method === "GET" ? "curl" : `curl -X ${method}`];
  if (security?.length !== 0) parts[0] += ' -u "$KEY:$TOKEN"';
  parts.push(...headerParts(operation), ...bodyParts(operation));
  parts.splice(1, 0, quote(url + filledPath(operation)));
  return parts.join(" \\\n  ");
}

/** The path with the parameters' examples in it. */
function filledPath({ path, parameters = [] }: Pick<PlacedOperation, "path" | "parameters">): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name) =>
    encodeURIComponent(String(exampleOf(parameters, "path", name) ?? name.toUpperCase())),
  );
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = required.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

/** As one word for the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function exampleOf(parameters: Parameter[], place: Parameter["in"], name: string): unknown {
  return parameters.find((parameter) => parameter.in === place && parameter.name === name)?.example;
}

function headerParts({ parameters = [] }: PlacedOperation): string[] {
  const headers = parameters.filter((parameter) => parameter.in === "header" && parameter.example !== undefined);
  return headers.map(({ name, example }) => `-H ${quote(`${headerName(name)}: ${example}`)}`);
}

/** `idempotency-key` → `Idempotency-Key` */
export function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function bodyParts({ requestBody, parameters = [] }: PlacedOperation): string[] {
  const content = requestBody?.content ?? {};
  const json = content["application/json"];
  if (json) return ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(json.example, null, 2))}`];
  if (content["multipart/form-data"]) return ["-F file=@map.pdf"];
  const [type] = Object.keys(content);
  // An upload may begin without its first bytes.
  if (!type || exampleOf(parameters, "header", "upload-length") !== undefined) return [];
  return [`-H ${quote(`Content-Type: ${type}`)}`, "--data-binary @map.pdf"];
}
