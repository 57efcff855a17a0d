import { anyKey, type SampleRequest } from "./request.ts";

/** The request for Node, Bun and Deno, using only their built-in functions. */
export function typescriptSample({ method, url, authenticated, headers, body, answer }: SampleRequest): string {
  const lines: string[] = [];
  if (body && "file" in body) lines.push('import { readFile } from "node:fs/promises";', "");
  const fields: string[] = [];
  if (authenticated) {
    lines.push(`const credentials = btoa(\`${anyKey}:\${process.env.WAYBILL_TOKEN}\`);`);
    fields.push(`Authorization: \`Basic \${credentials}\``);
  }
  for (const [name, value] of headers) fields.push(`${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const options: string[] = [];
  if (method !== "GET") options.push(`  method: ${JSON.stringify(method)},`);
  if (fields.length > 0) options.push("  headers: {", ...fields.map((field) => `    ${field},`), "  },");
  if (body && "json" in body) {
    options.push(`  body: JSON.stringify(${JSON.stringify(body.json, null, 2).replaceAll("\n", "\n  ")}),`);
  }
  if (body && "file" in body) options.push(`  body: await readFile(${JSON.stringify(body.file)}),`);
  const given = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  lines.push(`const response = await fetch(${JSON.stringify(url)}${given});`);
  const shown = { json: ", await response.json()", bytes: ", await response.bytes()", nothing: "" };
  lines.push(`console.log(response.status${shown[answer]});`);
  return lines.join("\n");
}
