import type { LicenseSecrets } from "../../delivery/licenses/secrets.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Columns } from "./csv-header.ts";
import type { CsvRow, Refusal } from "./csv-read.ts";

/** The result of checking a file. */
export interface Checked<Row> {
  accepted: Row[];
  /** A row is listed once for each of its invalid cells. */
  refused: Refusal[];
  /** Sentences about ignored values, and what that means. */
  notes: string[];
}

export interface Progress {
  /** One instant for the whole import. */
  now: Instant;
  /** Called with the number of finished rows. */
  progress(done: number): void;
}

export interface Checking extends Progress {
  /** Reads the secrets with which the store hashes devices of licenses. */
  secrets(): Promise<Pick<LicenseSecrets, "hashDevice">>;
}

/** A kind of file that can be imported: how it is checked, and how its valid rows are written. */
export interface ImportKind<Row> {
  columns: Columns;
  /** Checks the rows, and changes nothing. Queries that read many rows use `scan`. */
  check(
    db: Pick<Database, "read" | "scan">,
    account: Account,
    rows: CsvRow[],
    options: Checking,
  ): Promise<Checked<Row>>;
  /** Writes every row in the caller's transaction. Throws `ChangedMeanwhile`. */
  apply(tx: Tx, account: Account, rows: Row[], options: Progress): Promise<void>;
}

/** The data that the rows were checked against has changed. They must be checked again. */
export class ChangedMeanwhile extends Error {}

/** The message if an earlier row uses the name; null otherwise. Rejected rows do not count. */
export function repeatedIn(taken: Map<string, number>, name: string): string | null {
  const first = taken.get(name);
  return first === undefined ? null : `is a duplicate of row ${first}`;
}

/** A cell that contradicts other cells of its row. */
export interface WrongCell {
  field: string;
  reason: string;
}

/** Most wrong cells in a report. If there are more, people fix these first. */
export const mostRefusals = 10_000;

/** The wrong cells of a file, up to `mostRefusals`. */
export class Refusals {
  readonly list: Refusal[] = [];

  add(refusal: Refusal): void {
    if (this.list.length < mostRefusals) this.list.push(refusal);
  }
}
