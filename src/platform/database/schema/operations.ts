import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** How far an account's old rows have been cleared of personal data. */
export interface RetentionProgressTable {
  account_id: number;
  /** `downloads`. */
  list: string;
  /** An instant, before which all are anonymous. */
  reached: number;
}

/** The sweep of stored bytes that nothing names: one row, with the number 1. */
export interface OrphanSweepsTable {
  id: number;
  /** The mark that the last sweep left in the file store; null before the first one. */
  mark: Generated<string | null>;
  /** The mark that a sweep is leaving. */
  next_mark: Generated<string | null>;
  due_at: Generated<Instant>;
}
