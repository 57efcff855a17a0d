import { unguard } from "./formulas.ts";

/** A row of another service's export, as cells of our own columns. */
export type TakenRow = Record<string, string>;

/** What becomes of a row: its cells, or why it is left out or rejected. One that is joined was added to an earlier row's cells. */
export type ReadRow =
  | { cells: TakenRow }
  | { leftOut: string }
  | { refused: { field: string; reason: string } }
  | { joined: true };

/**
 * The cell of a column by its name there, as `columnName` writes it, with or without what it has in parentheses, such as a
 * currency. Empty for none. White space around it is dropped.
 */
export type CellOf = (column: string) => string;

/** The export of another service, which is read without anybody renaming its columns (docs/exports-of-other-services.md). */
export interface OtherExport {
  service: string;
  /** Whether a header of these columns is the service's. Throws `invalid` for one that lacks what is needed. */
  isIts(columns: ReadonlySet<string>): boolean;
  /** Returns what reads the rows of one file, from the first on. */
  begin(): (cell: CellOf) => ReadRow;
  /** Sentences about what such a file does not say. */
  notes: string[];
}

/** Counts the rows that were left out, by the reason. */
export class LeftOut {
  #counts = new Map<string, number>();

  add(reason: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** A sentence; null if there were none. */
  get sentence(): string | null {
    const reasons = [...this.#counts].map(([reason, count]) => `${reason} (${count})`);
    return reasons.length === 0 ? null : `These rows were left out: ${reasons.join(", ")}.`;
  }
}

/** The cells that hold something. */
export const filled = (cells: Record<string, string | undefined>): TakenRow =>
  Object.fromEntries(Object.entries(cells).filter((entry): entry is [string, string] => Boolean(entry[1])));

export const isYes = (cell: string): boolean => cell === "1" || cell.toLowerCase() === "true";

/** How to find the cells of a row below these columns. Of columns with one name, the first counts. */
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
