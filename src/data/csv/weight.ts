import type { CsvRow } from "./csv-read.ts";

/** Characters of a row's lists that take as long to check as an ordinary row. */
const charactersOfRow = 100;

/** How many ordinary rows a row counts for: the lists in its cells may hold a thousand entries. */
export function weightOf({ cells: { skus = "", item_urls: urls = "" } }: CsvRow): number {
  return 1 + Math.floor((skus.length + urls.length) / charactersOfRow);
}
