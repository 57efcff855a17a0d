import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** Orders that a rule of their store has put on hold. A rule holds an order once: a release exempts it from the rule. */
export interface RuleHoldsTable {
  id: Generated<number>;
  account_id: number;
  order_id: number;
  /** Names (`HoldRule`), separated by commas. */
  rules: string;
  /** The same as the order's `held_at` while this hold lasts. */
  held_at: Instant;
  /** 1 once the store was told of it by email. */
  told: Generated<number>;
}
