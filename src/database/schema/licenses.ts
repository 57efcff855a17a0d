import type { Generated } from "kysely";
import type { Instant } from "./instants.ts";

export interface LicenseKeysTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  key: string;
  order_item_id: number | null;
  /** Once set, the key is spent for good. */
  assigned_at: Instant | null;
  created_at: Instant;
}
