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
