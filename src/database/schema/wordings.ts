import type { Instant } from "../../instants.ts";

/** A text that the store has written itself; src/wording/names.ts lists them. */
export interface WordingsTable {
  account_id: number;
  name: string;
  /** Liquid; null for the built-in text. */
  source: string | null;
  /** What it was before the last change; null for the built-in text. */
  previous_source: string | null;
  /** Why it could not be used when it was needed last; null when it could. */
  problem: string | null;
  problem_at: Instant | null;
  updated_at: Instant;
}
