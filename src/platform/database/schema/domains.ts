import type { Instant } from "../../instants.ts";

/** Handles that accounts had before; their host names still lead there. */
export interface FormerHandlesTable {
  handle: string;
  account_id: number;
}

/** The domain that an account asks for. `accounts.custom_domain` is the one that serves it, once it is verified. */
export interface DomainClaimsTable {
  account_id: number;
  /** Lower case. Several accounts may ask for the same one; only one verifies it. */
  domain: string;
  /** What the owner publishes. */
  token: string;
  /** When it was first verified; null until then. */
  proved_at: Instant | null;
  /** Since when the checks of a verified domain have failed; null if the last check succeeded. */
  failing_since: Instant | null;
  /** What was wrong at the last check; null if nothing was. */
  problem: string | null;
  checked_at: Instant | null;
  /** 0: at once. */
  next_check_at: Instant;
  /** Until when a domain that was set before verification existed serves unverified; null for all others. */
  serves_until: Instant | null;
}
