import type { ExternalUrl } from "../../delivery/catalog/external-urls.ts";

/**
 * The entries of a cell with semicolons between them; a backslash takes the meaning from what follows it. Of a cell with
 * more than `most` entries the first ones, and one more.
 */
export function splitList(cell: string, most: number): string[] {
  const entries: string[] = [];
  for (const [entry] of cell.matchAll(/(?:\\.|[^;\\]|\\$)+/gsu)) {
    if (entry.trim() !== "") entries.push(entry);
    if (entries.length > most) break;
  }
  return entries;
}

/** The entry as `splitList` keeps it in one piece; `special` is a further character with a meaning in it. */
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

/** `MAP-1; MAP-2*3`; a semicolon, an asterisk or a backslash of a SKU follows a backslash. */
export function writeSkus(items: SkuCount[]): string {
  return items.map(({ sku, quantity }) => escapeEntry(sku, "*") + (quantity === 1 ? "" : `*${quantity}`)).join(";");
}

/** Characters of an entry that can still be a SKU and a quantity. */
const longestEntry = 600;

/** SKUs with their white space: the caller decides whether to trim. */
export function readSkus(cell: string, most: number): SkuCount[] {
  return splitList(cell, most).map((entry) => {
    if (entry.length > longestEntry) return { sku: entry, quantity: 1 };
    const [, sku = entry, quantity = "1"] = /^((?:\\.|[^\\])*?)\*\s*(\d{1,9})\s*$/su.exec(entry) ?? [];
    return { sku: unescapeEntry(sku), quantity: Number(quantity) };
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
