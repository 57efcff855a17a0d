import type { Content } from "../../delivery/catalog/contents.ts";
import type { ExternalUrl } from "../../delivery/catalog/external-urls.ts";

/**
 * The entries of a cell, separated by semicolons. A backslash escapes the next character. Returns at most one more than
 * `most` entries.
 */
export function splitList(cell: string, most: number): string[] {
  const entries: string[] = [];
  for (const [entry] of cell.matchAll(/(?:\\.|[^;\\]|\\$)+/gsu)) {
    if (entry.trim() !== "") entries.push(entry);
    if (entries.length > most) break;
  }
  return entries;
}

/** Escapes an entry so that `splitList` does not split it. `special` is another character to escape. */
export function escapeEntry(text: string, special: "*" | "" = ""): string {
  return text.replace(/[\\;*]/g, (character) => (`\\;${special}`.includes(character) ? `\\${character}` : character));
}

function unescapeEntry(entry: string): string {
  return entry.replace(/\\(.)/gsu, "$1");
}

/** One product in an order's cell. */
export interface SkuCount {
  sku: string;
  quantity: number;
}

/** `MAP-1; MAP-2*3`. Semicolons, asterisks and backslashes in a SKU are escaped with a backslash. */
export function writeSkus(items: SkuCount[]): string {
  return items.map(({ sku, quantity }) => escapeEntry(sku, "*") + (quantity === 1 ? "" : `*${quantity}`)).join(";");
}

/** Longest entry of a SKU and a quantity, in characters. */
const longestEntry = 600;

/** Does not trim the SKUs: the caller decides. */
export function readSkus(cell: string, most: number): SkuCount[] {
  return splitList(cell, most).map((entry) => {
    if (entry.length > longestEntry) return { sku: entry, quantity: 1 };
    const [, sku = entry, quantity = "1"] = /^((?:\\.|[^\\])*?)\*\s*(\d{1,9})\s*$/su.exec(entry) ?? [];
    return { sku: unescapeEntry(sku), quantity: Number(quantity) };
  });
}

/** `4711; My plugin`: IDs that other systems have given to a product, or programs to their devices. */
export function writeIds(ids: string[]): string {
  return ids.map((id) => escapeEntry(id)).join("; ");
}

export function readIds(cell: string, most: number): string[] {
  return splitList(cell, most).map((entry) => unescapeEntry(entry).trim());
}

/** `MAP-1; MAP-2:3`: SKUs of a bundle's products. If a SKU ends like a quantity, its quantity is written too. */
export function writeContents(contents: Content[]): string {
  return contents
    .map(({ sku, quantity }) => escapeEntry(quantity === 1 && !endsWithQuantity.test(sku) ? sku : `${sku}:${quantity}`))
    .join("; ");
}

const endsWithQuantity = /^(.*):(\d{1,9})$/su;

export function readContents(cell: string, most: number): Content[] {
  return readIds(cell, most).map((entry) => {
    const [, sku = entry, quantity = "1"] = endsWithQuantity.exec(entry) ?? [];
    return { sku: sku.trim(), quantity: Number(quantity) };
  });
}

/** `https://example.com/a Its name; https://example.com/b`. */
export function writeUrls(urls: ExternalUrl[]): string {
  return urls.map(({ url, name }) => escapeEntry(`${url} ${name}`)).join("; ");
}

export function readUrls(cell: string, most: number): ExternalUrl[] {
  return splitList(cell, most).map((entry) => {
    const [, url = "", name = ""] = /^(\S*)\s*(.*)$/su.exec(unescapeEntry(entry).trim()) ?? [];
    return { url, name: name.trim() };
  });
}
