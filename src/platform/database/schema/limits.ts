import type { Instant } from "../../instants.ts";

/** Tries that count toward a limit. */
export interface RateLimitsTable {
  /** The limit's name, and hashes of what is tried and from where. */
  key: string;
  tries: number;
  /** Tries after it begin a new window. */
  ends_at: Instant;
}
