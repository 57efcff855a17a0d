import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** What became of a file that was imported. */
export interface ImportsTable {
  id: Generated<number>;
  account_id: number;
  kind: "products" | "orders" | "license_keys";
  state: "checking" | "applying" | "done" | "failed";
  /** 1 for a file that is only checked. */
  dry_run: number;
  /** 1 when the rows that are right are imported although others are refused. */
  skip_refused: number;
  rows: number;
  /** Rows that the present state is through with. */
  done_rows: number;
  accepted: number;
  /** 1 once the accepted rows are in. */
  applied: number;
  /** The refused rows as a JSON list. */
  refused: string;
  /** Column names as a JSON list. */
  unknown_columns: string;
  /** What else there is to say, in sentences, as a JSON list. */
  notes: Generated<string>;
  /** Why it failed, in a sentence. */
  problem: string | null;
  created_at: Instant;
  /** The last sign of life of the process that imports. */
  seen_at: Instant;
  finished_at: Instant | null;
}
