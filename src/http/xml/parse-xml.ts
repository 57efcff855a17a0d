import { rejectCostlyDocument } from "./document-limits.ts";
import { WireError } from "./wire-error.ts";
import { byReadName, readName, type XmlValue } from "./xml-value.ts";

interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (string | XmlElement)[];
}

/** Longest message of the parser, in characters. It repeats names of any length. */
const longestReason = 200;

/** Maximum depth. The interface's documents are less deep, and recursion can handle this depth. */
const deepest = 16;

/**
 * Reads an XML document (docs/reference/unversioned-interface.md, Requests): its root element's name and content, absent for `nil`.
 * `charset` is the media type's parameter. The first bytes of UTF-16 take precedence over it, and it over the document's
 * declaration (RFC 7303 section 3; XML 1.0, appendix F). Throws `WireError` 400.
 */
export function parseXml(bytes: Uint8Array, charset: string): { root: string; value: XmlValue | undefined } {
  const text = decode(bytes, charset);
  rejectCostlyDocument(text);
  const element = parse(text);
  return { root: readName(element.name), value: readValue(element, 0) };
}

function parse(text: string): XmlElement {
  try {
    return Bun.XML.parse(text, { compact: false }) as XmlElement;
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    const reason = error instanceof Error ? error.message.replace(/^XML Parse error: /, "") : "";
    throw new WireError(400, `The request body is not well-formed XML: ${reason.slice(0, longestReason)}.`);
  }
}

function decode(bytes: Uint8Array, charset: string): string {
  const label = encodingOfFirstBytes(bytes) || charset || declaredEncoding(bytes) || "utf-8";
  try {
    return new TextDecoder(label as Bun.Encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new WireError(400, `The request body is not encoded in ${label.slice(0, 40)}.`);
  }
}

/** The encoding according to a byte order mark, or to a first `<` in two bytes. */
function encodingOfFirstBytes([first, second, third]: Uint8Array): string {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  return first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : "";
}

function declaredEncoding(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const label = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? "";
  // .NET clients declare UTF-16, the encoding of their strings, but send UTF-8. If the declaration is readable byte by
  // byte, the document is not UTF-16.
  return /^utf-16/i.test(label) ? "" : label;
}

/** Absent for `nil`, the text of a leaf, a list for `type="array"`, else the content of the child elements by name. */
function readValue(element: XmlElement, depth: number): XmlValue | undefined {
  if (depth > deepest) throw tooDeep();
  if (/^(true|1)$/.test(attribute(element, "nil").trim())) return undefined;
  const isList = attribute(element, "type") === "array";
  const list: XmlValue[] = [];
  const named: [string, XmlValue][] = [];
  let text = "";
  let isLeaf = true;
  for (const child of element.children) {
    if (typeof child === "string") text += child;
    if (!isElement(child)) continue;
    isLeaf = false;
    const value = readValue(child, depth + 1);
    if (value === undefined) continue;
    if (isList) list.push(value);
    else named.push([child.name, value]);
  }
  if (isList) return list;
  if (isLeaf) return withoutLineBreaks(text);
  return byReadName(named);
}

/** Not a comment or a processing instruction. */
function isElement(child: XmlElement["children"][number]): child is XmlElement {
  return typeof child === "object" && "name" in child;
}

/** Removes white space around text on its own lines. Spaces without a line break are part of the text. */
function withoutLineBreaks(text: string): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (start === 0 && end === text.length) return text;
  const isBroken = (space: string) => /[\r\n]/.test(space);
  return text.slice(
    isBroken(text.slice(0, start)) ? start : 0,
    isBroken(text.slice(end)) ? Math.max(start, end) : undefined,
  );
}

/** Finds the attribute with a namespace prefix too, as in `xsi:nil`. */
function attribute({ attributes }: XmlElement, name: string): string {
  for (const key in attributes) {
    if (key === name || key.endsWith(`:${name}`)) return attributes[key] ?? "";
  }
  return "";
}

const tooDeep = () => new WireError(400, `The XML is nested too deeply. At most ${deepest} levels are allowed.`);
