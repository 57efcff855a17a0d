import { type LiteralStyle, literal } from "./literal.ts";
import { anyKey, type SampleRequest } from "./request.ts";

const style: LiteralStyle = {
  null: "null",
  true: "true",
  false: "false",
  text: (value) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`,
  list: ["[", "]"],
  object: ["[", "]"],
  emptyObject: "new stdClass()",
  arrow: " => ",
};

/** The request in PHP 8, with its cURL extension. */
export function phpSample({ method, url, authenticated, headers, body, answer }: SampleRequest): string {
  const options = [`CURLOPT_CUSTOMREQUEST => ${style.text(method)}`];
  if (authenticated) options.push(`CURLOPT_USERPWD => '${anyKey}:' . getenv('WAYBILL_TOKEN')`);
  if (headers.length > 0) {
    const list = headers.map(([name, value]) => `        ${style.text(`${name}: ${value}`)},\n`).join("");
    options.push(`CURLOPT_HTTPHEADER => [\n${list}    ]`);
  }
  if (body && "json" in body) options.push(`CURLOPT_POSTFIELDS => json_encode(${literal(body.json, style, 4)})`);
  if (body && "file" in body) options.push(`CURLOPT_POSTFIELDS => file_get_contents(${style.text(body.file)})`);
  options.push("CURLOPT_RETURNTRANSFER => true");
  const lines = [
    "<?php",
    `$request = curl_init(${style.text(url)});`,
    "curl_setopt_array($request, [",
    ...options.map((option) => `    ${option},`),
    "]);",
    "$body = curl_exec($request);",
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), PHP_EOL;",
  ];
  if (answer === "json") lines.push("print_r(json_decode($body, true));");
  if (answer === "bytes") lines.push("echo $body;");
  return lines.join("\n");
}
