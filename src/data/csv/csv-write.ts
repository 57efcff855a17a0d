import { stringify } from "csv-stringify/sync";
import { guard } from "./formulas.ts";

/** What a cell can hold; null leaves it empty. */
export type Cell = string | number | null;

/** Rows as RFC 4180 writes them, in UTF-8's characters, safe to open in a spreadsheet program. */
export function writeRows(rows: Cell[][]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? guard(cell) : cell)));
  // The library quotes a line break only where it is the one between rows.
  return stringify(cells, { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}
