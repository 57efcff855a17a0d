import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** One row, or none if the last backup on schedule succeeded. */
export interface BackupFailuresTable {
  id: 1;
  failed_at: Instant;
  /** One line, for people. */
  reason: string;
}

/** A customer whose data is being erased. The row goes once that is done. */
export interface ErasuresTable {
  id: Generated<number>;
  account_id: number;
  /** In small letters. */
  email: string;
  /** Later orders are those of a new customer, and stay. */
  last_order_id: number;
}

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

/** What is to be known of the whole database before anybody uses it. */
export interface InstallationMarksTable {
  /**
   * - `filling`: a restore or a move into this database has begun. It removes the mark in the transaction that fills it.
   * - `restored`: the database is that of a backup. Kept, so that an interrupted restore can tell.
   * - `moved`: the installation is elsewhere since.
   * - `backed up`: when the latest backup on schedule was made.
   */
  name: "filling" | "restored" | "moved" | "backed up";
  /** A random ID of the restore or the move; the new address, without the password; the place of the backup. */
  detail: string;
  marked_at: Instant;
}

/** A move of an account from another service. Stays, so that it can be started again. */
export interface MovesTable {
  id: Generated<number>;
  account_id: number;
  /** Address of the account there. */
  source: string;
  /** By the clock there. Downloads from then on may be the move's own, and are left out. */
  history_until: Instant;
  created_at: Instant;
}

/** What a move has made, by what the other service calls it. */
export interface MovedTable {
  move_id: number;
  kind: "product" | "order" | "download" | "former_file";
  old_id: string;
  /** Row number here. */
  new_id: number;
}

/** A move that somebody has begun in the administration area or with v3. Several can belong to one of `moves`. */
export interface MoveRunsTable {
  id: Generated<number>;
  account_id: number;
  /** Address of the account there, as it was entered. */
  source: string;
  /** Key and token there, encrypted JSON; null once it has ended. */
  credentials: string | null;
  dry_run: number;
  state: "running" | "done" | "failed" | "stopped";
  /** What is being done, in words; null before anything is. */
  step: string | null;
  step_done: number;
  step_total: number;
  /** What the old service asked for last; null for nothing. */
  notice: string | null;
  /** Why it failed, a sentence; null if it did not. */
  problem: string | null;
  /** A `MoveReport` as JSON; null unless it is done. */
  report: string | null;
  /** Who began it, as in `activities`. */
  actor: string | null;
  created_at: Instant;
  finished_at: Instant | null;
  /** Until when a server works on it; null for none. */
  lease_expires_at: Instant | null;
}
