/** An element as a reader of the interface sees it; `text` is what stands directly in it. */
export interface Xml {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Xml[];
}

const name = "[A-Za-z_][\\w.-]*";
const token = new RegExp(`<(${name})((?: ${name}="[^"<]*")*)(/?)>|</(${name})>|([^<]+)`, "y");
const attribute = new RegExp(`(${name})="([^"]*)"`, "g");
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const characters = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;
const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/**
 * Reads a document of the interface without the parser that the service itself uses. Stricter than XML: throws for
 * anything that is not well-formed, and for comments, processing instructions, CDATA, a document type and text beside
 * child elements, none of which an answer has.
 */
export function parseStrictly(document: string): Xml {
  if (!document.startsWith(declaration)) throw new Error(`No XML declaration: ${document.slice(0, 60)}`);
  if (!characters.test(document)) throw new Error("A character that XML cannot hold.");
  const top: Xml = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  token.lastIndex = declaration.length;
  // XML 1.0 allows white space after the root element (production 27); an answer ends with one line break.
  if (!document.endsWith(">\n")) throw new Error("The document does not end with one line break.");
  while (token.lastIndex < document.length - 1) {
    const at = token.lastIndex;
    const match = token.exec(document);
    const parent = open.at(-1);
    if (!match || !parent) throw new Error(`Not well-formed at ${at}: ${document.slice(at, at + 80)}`);
    const [, opening, attributes = "", empty, closing, text] = match;
    if (opening !== undefined) {
      const element: Xml = { name: opening, attributes: readAttributes(attributes), text: "", children: [] };
      parent.children.push(element);
      if (!empty) open.push(element);
    } else if (closing !== undefined) {
      if (open.pop()?.name !== closing) throw new Error(`</${closing}> closes another element at ${at}.`);
      if (parent.children.length > 0 && parent.text !== "") throw new Error(`Text beside elements in ${parent.name}.`);
    } else parent.text += unescaped(text ?? "");
  }
  const [root, ...more] = top.children;
  if (open.length !== 1 || !root || more.length > 0 || top.text !== "")
    throw new Error("Not exactly one whole element.");
  return root;
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(attribute)].map(([, key = "", value = ""]) => [key, value]);
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`An attribute twice: ${text}`);
  return Object.fromEntries(pairs.map(([key = "", value = ""]) => [key, unescaped(value)]));
}

function unescaped(text: string): string {
  if (text.includes("]]>") || /&(?!(#\d+|#x[\da-fA-F]+|lt|gt|amp|quot|apos);)/.test(text)) {
    throw new Error(`Not escaped: ${text}`);
  }
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (_, decimal, hexadecimal, entity) =>
      entity
        ? (entities[entity] ?? "")
        : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
    );
}
