import type { Fields, Value } from "./fields.ts";
import { WireError } from "./wire-error.ts";

interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (string | XmlElement)[];
}

/** Deeper than any document of the interface, and shallow enough to walk. */
const deepest = 16;

/**
 * Reads an XML document (docs/unversioned-interface.md, Requests): its root element's name and what stands in it, absent for `nil`.
 * `charset` is the media type's parameter; a byte order mark wins over it, and it over the document's own declaration
 * (RFC 7303 section 3). Throws `WireError` 400.
 */
export function parseXml(bytes: Uint8Array, charset: string): { root: string; value: Value | undefined } {
  const text = decode(bytes, charset);
  if (definesEntities(text)) throw new WireError(400, "The XML must not define entities of its own.");
  const element = parse(text);
  return { root: element.name, value: readValue(element, 0) };
}

function parse(text: string): XmlElement {
  try {
    return Bun.XML.parse(text, { compact: false }) as XmlElement;
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    const reason = error instanceof Error ? error.message.replace(/^XML Parse error: /, "") : "";
    throw new WireError(400, `The request body is not well-formed XML: ${reason}`);
  }
}

function decode(bytes: Uint8Array, charset: string): string {
  const label = byteOrderMark(bytes) || charset || declaredEncoding(bytes) || "utf-8";
  try {
    return new TextDecoder(label as Bun.Encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new WireError(400, `The request body is not text in the encoding ${label.slice(0, 40)}.`);
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string {
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : "";
}

function declaredEncoding(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const label = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? "";
  // .NET clients declare UTF-16, the form of their strings in memory, and send UTF-8. A declaration that can be read
  // byte by byte is not UTF-16.
  return /^utf-16/i.test(label) ? "" : label;
}

/** What may stand before the document type declaration (XML 1.0 section 2.8). */
const beforeDeclaration = /\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;

/** Entities are defined in a document type declaration and nowhere else, and that stands before the root element. */
function definesEntities(text: string): boolean {
  let position = 0;
  do {
    beforeDeclaration.lastIndex = position;
    position += beforeDeclaration.exec(text)?.[0].length ?? 0;
  } while (beforeDeclaration.lastIndex > 0);
  return text.startsWith("<!DOCTYPE", position) && text.includes("<!ENTITY", position);
}

/** Absent for `nil`, the text of a leaf, a list for `type="array"`, else what the child elements hold by name. */
function readValue(element: XmlElement, depth: number): Value | undefined {
  if (depth > deepest) throw tooDeep();
  if (/^(true|1)$/.test(attribute(element, "nil").trim())) return undefined;
  const children = element.children.filter(
    (child): child is XmlElement => typeof child === "object" && "name" in child,
  );
  if (attribute(element, "type") === "array") {
    return children.map((child) => readValue(child, depth + 1)).filter((value) => value !== undefined);
  }
  if (children.length === 0)
    return withoutLineBreaks(element.children.filter((child) => typeof child === "string").join(""));
  const fields: Fields = new Map();
  for (const [name, repeated] of Map.groupBy(children, ({ name }) => name)) {
    const [value, ...more] = repeated.map((child) => readValue(child, depth + 1)).filter((one) => one !== undefined);
    if (value !== undefined) fields.set(name, more.length === 0 ? value : [value, ...more]);
  }
  return fields;
}

/** Text that stands on lines of its own loses the white space around it; spaces without a line break belong to it. */
function withoutLineBreaks(text: string): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const isBroken = (space: string) => /[\r\n]/.test(space);
  return text.slice(
    isBroken(text.slice(0, start)) ? start : 0,
    isBroken(text.slice(end)) ? Math.max(start, end) : undefined,
  );
}

/** Also under a namespace prefix, as in `xsi:nil`. */
function attribute({ attributes }: XmlElement, name: string): string {
  const key = Object.keys(attributes).find((key) => key === name || key.endsWith(`:${name}`));
  return key === undefined ? "" : (attributes[key] ?? "");
}

const tooDeep = () => new WireError(400, `The XML is nested deeper than ${deepest} elements.`);
