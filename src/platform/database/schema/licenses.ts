import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

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

/**
 * A product whose new license keys are being handed to the order items that wait, oldest first. Until that is done, new
 * orders wait in line.
 */
export interface KeyHandoutsTable {
  product_id: number;
}
