import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A customer's request to renew an expired or used-up order. It is open until it is granted or declined. */
export interface RenewalRequestsTable {
  id: Generated<number>;
  account_id: number;
  order_id: number;
  reason: "expired" | "used_up";
  /** The customer's own words; empty for none. */
  message: string;
  /** 1 for one that granted itself (`accounts.self_service_renewals`). */
  self_service: number;
  created_at: Instant;
  granted_at: Instant | null;
  declined_at: Instant | null;
}
