import { stringify } from "csv-stringify/sync";
import { guard } from "./formulas.ts";

/** The value of a cell; null leaves it empty. */
export type Cell = string | number | null;

/** The rows as CSV (RFC 4180), safe to open in a spreadsheet program. */
export function writeRows(rows: Cell[][]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? guard(cell) : cell)));
  // By default the library quotes only the line break that it puts between rows.
  return stringify(cells, { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}
