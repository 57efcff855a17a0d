import type { Account } from "../accounts/accounts.ts";
import type { Reader, Tx } from "../database/database.ts";
import type { Columns } from "./csv-header.ts";
import type { CsvRow, Refusal } from "./csv-read.ts";

/** What a file was found to hold. */
export interface Checked<Row> {
  accepted: Row[];
  /** A row stands here once for each of its wrong cells. */
  refused: Refusal[];
  /** What was not taken, and what that means, in sentences. */
  notes: string[];
}

export interface Progress {
  /** Milliseconds since 1970 in UTC, one instant for the whole import. */
  now: number;
  /** Rows that are through. */
  progress(done: number): void;
}

/** What can be imported: how a file of it is checked, and how what is right in it is written. */
export interface ImportKind<Row> {
  columns: Columns;
  /** Changes nothing. */
  check(reader: Reader, account: Account, rows: CsvRow[], options: Progress): Promise<Checked<Row>>;
  /** Writes every row in the caller's transaction. Throws `ChangedMeanwhile`. */
  apply(tx: Tx, account: Account, rows: Row[], options: Progress): Promise<void>;
}

/** What the rows were checked against is different now: they are to be checked again. */
export class ChangedMeanwhile extends Error {}

/** Refuses a name that an earlier row of the file has taken; rows that are refused themselves take none. */
export function repeatedIn(taken: Map<string, number>, name: string): string | null {
  const first = taken.get(name);
  return first === undefined ? null : `is a duplicate of row ${first}`;
}
