import { hasMore } from "./document-limits.ts";
import { WireError } from "./wire-error.ts";
import { byReadName, type XmlFields, type XmlValue } from "./xml-value.ts";

const deepest = 8;

/** Longest field name, in characters. The interface's own have fewer than 50. */
const longestName = 200;

/** Maximum fields of a form. A complete order with 1,000 lines has fewer. */
const mostFields = 12_000;

/** Maximum elements of a list. An order has at most half as many. */
const mostElements = 2_000;

/** Fields by name or a list, while the form is read. */
type Node = string | Branch | List;
type Branch = Map<string, Node>;

/** Elements by their index, in any order and with gaps, as PHP and Rails send them. */
class List {
  readonly elements = new Map<number, Node>();
  #next = 0;

  last(): Node | undefined {
    return this.elements.get(this.#next - 1);
  }

  set<Element extends Node>(index: number, element: Element): Element {
    if (this.elements.size === mostElements && !this.elements.has(index)) {
      throw new WireError(400, `A list in the form has more than ${mostElements} elements.`);
    }
    this.elements.set(index, element);
    this.#next = Math.max(this.#next, index + 1);
    return element;
  }

  append<Element extends Node>(element: Element): Element {
    return this.set(this.#next, element);
  }
}

/**
 * Reads form fields with nested names, `order[email]=…&order[order_items][][sku]=…` (docs/reference/unversioned-interface.md,
 * Requests). In a list, a field that the last element already has starts a new element. Elements with an index are in
 * ascending order of it. A field in both spellings, with `-` and with `_`, is a list. Throws `WireError` 400.
 */
export function parseForm(bytes: Uint8Array): XmlFields {
  const text = decode(bytes);
  if (hasMore(text, "&", mostFields - 1)) throw new WireError(400, `The form has more than ${mostFields} fields.`);
  rejectWrongEscapes(text);
  const fields: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    if (name.length > longestName) throw new WireError(400, `The name of the field ${shown(name)} is too long.`);
    const path = pathOf(name);
    if (path.length > deepest) throw new WireError(400, `The field ${shown(name)} is nested too deeply.`);
    put(fields, path, value, name);
  }
  return fieldsOf(fields);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new WireError(400, "The form is not encoded in UTF-8.");
  }
}

/** URLSearchParams would replace bytes that are not UTF-8. */
function rejectWrongEscapes(text: string): void {
  try {
    // A percent sign without two hex digits is literal.
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, ""));
  } catch {
    throw new WireError(400, "The form is not encoded in UTF-8.");
  }
}

/** `order[order_items][][sku]` → order, order_items, (empty), sku. */
function pathOf(name: string): string[] {
  const first = /^[^[]*/.exec(name)?.[0] ?? "";
  return [first, ...[...name.slice(first.length).matchAll(/\[([^[\]]*)\]/g)].map(([, part = ""]) => part)];
}

function put(fields: Branch, [key = "", ...rest]: string[], value: string, name: string): void {
  const before = fields.get(key);
  if (rest.length === 0) {
    fields.set(key, value);
  } else if (isListKey(rest[0])) {
    const list = before ?? new List();
    if (!(list instanceof List)) throw mixed(name);
    fields.set(key, list);
    putInList(list, rest, value, name);
  } else {
    const inner = before ?? new Map();
    if (!(inner instanceof Map)) throw mixed(name);
    fields.set(key, inner);
    put(inner, rest, value, name);
  }
}

function putInList(list: List, [index = "", ...rest]: string[], value: string, name: string): void {
  if (rest.length === 0) {
    if (index === "") list.append(value);
    else list.set(Number(index), value);
    return;
  }
  const element = index === "" ? openElement(list, rest) : numberedElement(list, Number(index), name);
  put(element, rest, value, name);
}

/** The last element, unless it already has this field. */
function openElement(list: List, path: string[]): Branch {
  const last = list.last();
  return last instanceof Map && !has(last, path) ? last : list.append(new Map());
}

function has(fields: Branch, [key = "", ...rest]: string[]): boolean {
  const value = fields.get(key);
  if (rest.length === 0 || value === undefined) return value !== undefined;
  return value instanceof Map ? has(value, rest) : false;
}

function numberedElement(list: List, index: number, name: string): Branch {
  const element = list.elements.get(index) ?? list.set(index, new Map());
  if (!(element instanceof Map)) throw mixed(name);
  return element;
}

function fieldsOf(branch: Branch): XmlFields {
  return byReadName([...branch].map(([name, node]) => [name, readNode(node)]));
}

function readNode(node: Node): XmlValue {
  if (typeof node === "string") return node;
  if (node instanceof Map) return fieldsOf(node);
  return [...node.elements].sort(([one], [other]) => one - other).map(([, element]) => readNode(element));
}

/** Fifteen digits are exact as a number. */
const isListKey = (key: string | undefined): boolean => key === "" || /^\d{1,15}$/.test(key ?? "");

const shown = (name: string) => name.slice(0, 80);

const mixed = (name: string) =>
  new WireError(400, `The field ${shown(name)} appears both with a value and with fields in it.`);
