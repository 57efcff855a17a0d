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

/**
 * How the customer uses an order, the status of its subscription, or the status of its email, if this matters to the store
 * (`order-index/usage.ts`).
 */
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

/**
 * The values by which lists of orders are filtered and sorted: one row for each order. A worker updates it after the order has
 * changed.
 */
export interface OrderIndexTable {
  order_id: number;
  account_id: number;
  created_at: Instant;
  expires_at: Instant | null;
  state: OrderState;
  /** In the order's currency; -1 if no item has a price. */
  total: number;
  /** The customer's last and first name, or otherwise the email address, in the form for sorting. */
  customer: string;
  /** The store's order ID, or otherwise the order ID, in the form for sorting. */
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

/**
 * The texts by which each order is found: its IDs, its customer's and its recipient's name and address, its license keys; folded,
 * without accents.
 */
export interface OrderTextsTable {
  order_id: number;
  account_id: number;
  text: string;
}

/** A customer: an email address with orders. `orders` is always the number of their rows in `customer_index_orders`. */
export interface CustomerIndexTable {
  account_id: number;
  /** In lowercase. */
  address: string;
  orders: number;
  /** When the first and the last order were created. */
  first_order_at: Instant;
  last_order_at: Instant;
  /** The order that was created last; of several created at the same time, the one with the highest number. */
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
  /** In lowercase. */
  address: string;
  created_at: Instant;
}

/**
 * The progress of a comparison with all orders, from the newest to the oldest. Row 1 is for the whole index, row 2 for the list
 * of customers alone. Row 3 is about downloads: all up to the row number `reached` have been handled; null before the first.
 */
export interface OrderIndexProgressTable {
  id: number;
  /** All orders from this row number on have been compared; null if no comparison is running. */
  reached: number | null;
  /** When the next comparison begins. */
  due_at: Instant;
}
