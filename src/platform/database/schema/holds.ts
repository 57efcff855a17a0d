import type { Instant } from "../../instants.ts";

/** While one of them has not expired, bytes of deleted files and messages of deleted orders are not removed. */
export interface RemovalHoldsTable {
  /** One at a time holds under a name. */
  name: string;
  /** Unguessable, so that nobody renews or releases the hold of another. */
  holder: string;
  /** Renewed while the holder works. */
  expires_at: Instant;
}
