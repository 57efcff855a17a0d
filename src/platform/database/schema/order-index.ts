import type { Instant } from "../../instants.ts";

/** The state of an order, for its store (`orders/state.ts`). */
export type OrderState =
  | "on_hold"
  | "revoked"
  | "expired"
  | "email_failed"
  | "waiting_for_key"
  | "waiting_for_file"
  | "used_up"
  | "email_pending"
  | "delivered"
  | "open";

/** How the customer uses an order, how its subscription stands, or what became of its email, where it concerns the store (`order-index/usage.ts`). */
export type OrderUsage =
  | "never_downloaded"
  | "many_addresses"
  | "email_kept"
  | "email_over_allowance"
  | "email_bounced"
  | "subscription_active"
  | "subscription_payment_failed"
  | "subscription_canceled"
  | "subscription_ended";

/** What lists of orders filter and sort by: one row for each order, kept up by a worker after the order has changed. */
export interface OrderIndexTable {
  order_id: number;
  account_id: number;
  created_at: Instant;
  expires_at: Instant | null;
  state: OrderState;
  /** In the order's currency; -1 if no item has a price. */
  total: number;
  /** The customer's last and first name, or else the email address, as lists sort it. */
  customer: string;
  /** The store's order ID, or else the order ID, as lists sort it. */
  own_id: string;
}

/** The products of each order, for lists of a product's orders. */
export interface OrderIndexProductsTable {
  order_id: number;
  product_id: number;
  state: OrderState;
  created_at: Instant;
}

/** The orders with a usage. */
export interface OrderIndexUsageTable {
  order_id: number;
  usage: OrderUsage;
  account_id: number;
  created_at: Instant;
  expires_at: Instant | null;
  state: OrderState;
}

/** What each order is found by: its IDs, its customer's and its recipient's name and address, its license keys; folded, without accents. */
export interface OrderTextsTable {
  order_id: number;
  account_id: number;
  text: string;
}

/** A customer: an email address with orders. `orders` is always the number of their rows in `customer_index_orders`. */
export interface CustomerIndexTable {
  account_id: number;
  /** In small letters. */
  address: string;
  orders: number;
  /** The first and the last creation of an order. */
  first_order_at: Instant;
  last_order_at: Instant;
  /** The order that was created last; of those created together, the one with the highest number. */
  newest_order_id: number;
}

/** How many rows each account has in `customer_index`. */
export interface CustomerCountsTable {
  account_id: number;
  customers: number;
}

/** The customer of each order that has an email address. */
export interface CustomerIndexOrdersTable {
  order_id: number;
  account_id: number;
  /** In small letters. */
  address: string;
  created_at: Instant;
}

/**
 * How far a comparison with all orders is, from the newest to the oldest. Row 1 is that of the whole index, row 2 that of the
 * list of customers alone. Row 3 is about downloads: all up to the row number `reached` have been looked at; null before the first.
 */
export interface OrderIndexProgressTable {
  id: number;
  /** All orders from this row number on have been compared; null if no comparison is under way. */
  reached: number | null;
  /** When the next comparison begins. */
  due_at: Instant;
}
