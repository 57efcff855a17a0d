import { unguard } from "./formulas.ts";

/** A row of another service's export, as cells of our own columns. */
export type TakenRow = Record<string, string>;

/**
 * The result of reading a row: its cells, or why it is left out or rejected. A joined row was added to an earlier one.
 */
export type ReadRow =
  | { cells: TakenRow }
  | { leftOut: string }
  | { refused: { field: string; reason: string } }
  | { joined: true };

/**
 * The trimmed cell of a column, by its `columnName`, with or without a suffix in parentheses such as a currency. Empty
 * if there is none.
 */
export type CellOf = (column: string) => string;

/** An export of another service, which is read without renaming its columns (docs/move/README.md). */
export interface OtherExport {
  service: string;
  /** Whether these columns are the service's. Throws `invalid` if a needed column is missing. */
  isIts(columns: ReadonlySet<string>): boolean;
  /** Returns a function that reads the rows of one file in order. */
  begin(): (cell: CellOf) => ReadRow;
  /** Sentences about what such a file does not contain. */
  notes: string[];
}

/** Counts the rows that were left out, by reason. */
export class LeftOut {
  #counts = new Map<string, number>();

  add(reason: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** A sentence about them; null if no row was left out. */
  get sentence(): string | null {
    const reasons = [...this.#counts].map(([reason, count]) => `${reason} (${count})`);
    return reasons.length === 0 ? null : `These rows were left out: ${reasons.join(", ")}.`;
  }
}

/** The cells that are not empty. */
export const filled = (cells: Record<string, string | undefined>): TakenRow =>
  Object.fromEntries(Object.entries(cells).filter((entry): entry is [string, string] => Boolean(entry[1])));

export const isYes = (cell: string): boolean => cell === "1" || cell.toLowerCase() === "true";

/**
 * Returns a function that finds the cells of a row under these columns. If two columns have the same name, the first
 * counts.
 */
export function cellFinder(columns: string[]): (cells: string[]) => CellOf {
  const places = new Map<string, number>();
  const add = (name: string, index: number) => void (places.has(name) || places.set(name, index));
  for (const [index, name] of columns.entries()) add(name, index);
  for (const [index, name] of columns.entries()) add(name.replace(/_\(.*$/s, ""), index);
  return (cells) => (column) => {
    const place = places.get(column);
    return place === undefined ? "" : unguard(cells[place] ?? "").trim();
  };
}
