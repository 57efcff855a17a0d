import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** One row; none if the last scheduled backup succeeded. */
export interface BackupFailuresTable {
  id: 1;
  failed_at: Instant;
  /** One line, for people. */
  reason: string;
}

/** A customer whose data is being erased. The row is deleted when that is done. */
export interface ErasuresTable {
  id: Generated<number>;
  account_id: number;
  /** In lowercase. */
  email: string;
  /** Later orders belong to a new customer, and stay. */
  last_order_id: number;
}

/** The import of a file, and its result. */
export interface ImportsTable {
  id: Generated<number>;
  account_id: number;
  kind: "products" | "orders" | "license_keys";
  state: "checking" | "applying" | "done" | "failed";
  /** 1 for a file that is only checked. */
  dry_run: number;
  /** 1 if valid rows are imported even though others are refused. */
  skip_refused: number;
  rows: number;
  /** Rows that the present state has finished. */
  done_rows: number;
  accepted: number;
  /** 1 once the accepted rows are imported. */
  applied: number;
  /** The refused rows as a JSON list. */
  refused: string;
  /** Column names as a JSON list. */
  unknown_columns: string;
  /** Further notes in sentences, as a JSON list. */
  notes: Generated<string>;
  /** Why it failed, as a sentence. */
  problem: string | null;
  created_at: Instant;
  /** The last sign of life of the process that imports. */
  seen_at: Instant;
  finished_at: Instant | null;
}

/** Facts about the whole database that must be known before anyone uses it. */
export interface InstallationMarksTable {
  /**
   * - `filling`: a restore or a move into this database has begun. It removes the mark in the transaction that fills it.
   * - `restored`: the database comes from a backup. Kept, so that an interrupted restore can recognize it.
   * - `moved`: the installation has moved elsewhere.
   * - `backed up`: the time of the latest scheduled backup.
   */
  name: "filling" | "restored" | "moved" | "backed up";
  /** A random ID of the restore or the move; the new address, without the password; the place of the backup. */
  detail: string;
  marked_at: Instant;
}

/** A move of an account from another service. The row stays, so that the move can be started again. */
export interface MovesTable {
  id: Generated<number>;
  account_id: number;
  /** The account's address at the old service. */
  source: string;
  /** By the old service's clock. Later downloads may be the move's own, and are left out. */
  history_until: Instant;
  created_at: Instant;
}

/** A row that a move has created, by its ID at the old service. */
export interface MovedTable {
  move_id: number;
  kind: "product" | "order" | "download" | "former_file";
  old_id: string;
  /** The row number here. */
  new_id: number;
}

/** A move that someone has begun in the admin or with v3. Several can belong to one of `moves`. */
export interface MoveRunsTable {
  id: Generated<number>;
  account_id: number;
  /** The account's address at the old service, as entered. */
  source: string;
  /** Key and token for the old service, encrypted JSON; null once the move has ended. */
  credentials: string | null;
  dry_run: number;
  state: "running" | "done" | "failed" | "stopped";
  /** The present step, in words; null before the first. */
  step: string | null;
  step_done: number;
  step_total: number;
  /** The last thing that the old service asked for; null for nothing. */
  notice: string | null;
  /** Why it failed, as a sentence; null if it did not. */
  problem: string | null;
  /** A `MoveReport` as JSON; null until it is done. */
  report: string | null;
  /** Who began it, as in `activities`. */
  actor: string | null;
  created_at: Instant;
  finished_at: Instant | null;
  /** Until when a server works on it; null for none. */
  lease_expires_at: Instant | null;
}
