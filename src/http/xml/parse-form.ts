import type { Fields, Value } from "./fields.ts";
import { WireError } from "./wire-error.ts";

const deepest = 8;

/**
 * Reads form fields with nested names, `order[email]=…&order[order_items][][sku]=…` (docs/unversioned-interface.md,
 * Requests). In a list, a field that the last element has already begins the next element. Throws `WireError` 400.
 */
export function parseForm(bytes: Uint8Array): Fields {
  const fields: Fields = new Map();
  for (const [name, value] of new URLSearchParams(decode(bytes))) {
    const path = pathOf(name);
    if (path.length > deepest) throw new WireError(400, `The field ${name.slice(0, 80)} is nested too deep.`);
    put(fields, path, value, name);
  }
  return fields;
}

function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // URLSearchParams would put a replacement character in place of what is not UTF-8.
    for (const [escaped] of text.matchAll(/(%[\da-f]{2})+/gi)) decodeURIComponent(escaped);
    return text;
  } catch {
    throw new WireError(400, "The form is not text in UTF-8.");
  }
}

/** `order[order_items][][sku]` → order, order_items, (empty), sku. */
function pathOf(name: string): string[] {
  const first = /^[^[]*/.exec(name)?.[0] ?? "";
  // Cut at the last closing bracket, so that each opening one is looked at once.
  const keys = name.slice(first.length, name.lastIndexOf("]") + 1);
  return [first, ...[...keys.matchAll(/\[([^\]]*)\]/g)].map(([, part = ""]) => part)];
}

function put(fields: Fields, [key = "", ...rest]: string[], value: string, name: string): void {
  const before = fields.get(key);
  if (rest.length === 0) {
    fields.set(key, value);
  } else if (isListKey(rest[0])) {
    const list = before ?? [];
    if (!Array.isArray(list)) throw mixed(name);
    fields.set(key, list);
    putInList(list, rest, value, name);
  } else {
    const inner = before ?? new Map();
    if (!(inner instanceof Map)) throw mixed(name);
    fields.set(key, inner);
    put(inner, rest, value, name);
  }
}

function putInList(list: Value[], [index = "", ...rest]: string[], value: string, name: string): void {
  if (rest.length === 0) {
    list.push(value);
    return;
  }
  const element = index === "" ? openElement(list, rest) : numberedElement(list, index, name);
  put(element, rest, value, name);
}

/** The last element, unless it has this field already. */
function openElement(list: Value[], path: string[]): Fields {
  const last = list.at(-1);
  if (last instanceof Map && !has(last, path)) return last;
  return append(list);
}

function has(fields: Fields, [key = "", ...rest]: string[]): boolean {
  const value = fields.get(key);
  if (rest.length === 0 || value === undefined) return value !== undefined;
  return value instanceof Map ? has(value, rest) : false;
}

function numberedElement(list: Value[], index: string, name: string): Fields {
  const position = Number(index);
  if (position > list.length)
    throw new WireError(400, `The field ${name.slice(0, 80)} leaves out an element before it.`);
  const element = list[position] ?? append(list);
  if (!(element instanceof Map)) throw mixed(name);
  return element;
}

function append(list: Value[]): Fields {
  const element: Fields = new Map();
  list.push(element);
  return element;
}

const isListKey = (key: string | undefined): boolean => key === "" || /^\d{1,4}$/.test(key ?? "");

const mixed = (name: string) =>
  new WireError(400, `The field ${name.slice(0, 80)} is used both with and without fields in it.`);
