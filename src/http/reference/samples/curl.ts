import { anyKey, type SampleRequest } from "./request.ts";

/** The request as a shell command. */
export function curlSample({ method, url, authenticated, headers, body }: SampleRequest): string {
  const parts = [`${method === "GET" ? "curl" : `curl -X ${method}`} ${quote(url)}`];
  if (authenticated) parts.push(`-u "${anyKey}:$WAYBILL_TOKEN"`);
  for (const [name, value] of headers) parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body && "json" in body) parts.push(`-d ${quote(JSON.stringify(body.json, null, 2))}`);
  if (body && "file" in body) parts.push(`--data-binary @${body.file}`);
  return parts.join(" \\\n  ");
}

/** Quotes a text as one word for the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
