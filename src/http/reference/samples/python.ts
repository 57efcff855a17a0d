import { type LiteralStyle, literal } from "./literal.ts";
import { anyKey, type SampleRequest } from "./request.ts";

const style: LiteralStyle = {
  null: "None",
  true: "True",
  false: "False",
  // JSON's escapes are valid in Python.
  text: (value) => JSON.stringify(value),
  list: ["[", "]"],
  object: ["{", "}"],
  emptyObject: "{}",
  arrow: ": ",
};

/** The request in Python 3, with its standard library. */
export function pythonSample({ method, url, authenticated, headers, body, answer }: SampleRequest): string {
  const hasJson = body !== null && "json" in body;
  const needed = [hasJson || answer === "json" ? "json" : null, authenticated ? "os" : null];
  const lines = needed.filter((name) => name !== null).map((name) => `import ${name}`);
  if (authenticated) lines.push("from base64 import b64encode");
  lines.push("from urllib.request import Request, urlopen", "");
  const fields: string[] = [];
  if (authenticated) {
    lines.push(`credentials = b64encode(f"${anyKey}:{os.environ['WAYBILL_TOKEN']}".encode()).decode()`);
    fields.push('"Authorization": f"Basic {credentials}"');
  }
  for (const [name, value] of headers) fields.push(`${style.text(name)}: ${style.text(value)}`);
  lines.push("request = Request(", `    ${style.text(url)},`, `    method=${style.text(method)},`);
  if (fields.length > 0) lines.push("    headers={", ...fields.map((field) => `        ${field},`), "    },");
  if (body && "json" in body) lines.push(`    data=json.dumps(${literal(body.json, style, 4)}).encode(),`);
  if (body && "file" in body) lines.push(`    data=open(${style.text(body.file)}, "rb").read(),`);
  lines.push(")", "with urlopen(request) as response:");
  const shown = { json: ", json.load(response)", bytes: ", response.read()", nothing: "" };
  lines.push(`    print(response.status${shown[answer]})`);
  return lines.join("\n");
}
