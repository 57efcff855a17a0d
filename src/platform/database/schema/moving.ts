import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

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
