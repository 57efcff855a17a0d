import type { Instant } from "../../instants.ts";

/** How often an order's pages were opened from one IP address, or files seen or heard in them that did not count. */
export interface OrderVisitsTable {
  order_id: number;
  account_id: number;
  /** Empty for those of which it was removed, or is not kept. */
  ip_address: string;
  opened: number;
  first_at: Instant;
  last_at: Instant;
}

/** How often an email's picture was fetched. */
export interface EmailOpeningsTable {
  email_id: number;
  opened: number;
  first_at: Instant;
  last_at: Instant;
}
