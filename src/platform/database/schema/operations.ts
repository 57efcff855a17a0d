import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** How far personal data has been removed from an account's old rows. */
export interface RetentionProgressTable {
  account_id: number;
  /** `downloads`. */
  list: string;
  /** An instant. Everything before it is anonymous. */
  reached: number;
}

/** The sweep of stored bytes that no row refers to: one row, with the number 1. */
export interface OrphanSweepsTable {
  id: number;
  /** The mark that the last sweep left in the file store; null before the first one. */
  mark: Generated<string | null>;
  /** The mark of the sweep that is running. */
  next_mark: Generated<string | null>;
  due_at: Generated<Instant>;
}
