import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** What happened with a product on one UTC day, counted as it happened. */
export interface ProductDaysTable {
  account_id: number;
  product_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  orders: number;
  downloads: number;
  bytes: number;
  /** Order items added on the day, less those removed on it. Without those that a deleted product lost. */
  kept_items: number;
}

/** What the orders created on one UTC day are worth in one currency, without those that were revoked or deleted. */
export interface RevenueDaysTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  /** ISO 4217. */
  currency: string;
  /** In ten-thousandths of the currency's unit. */
  amount: number;
}

/** One row: when counts are compared with what they count (statistics/recount.ts). */
export interface RecountsTable {
  id: Generated<number>;
  /** The number of the last comparison, which alone may correct counts. */
  run: Generated<number>;
  due_at: Generated<Instant>;
}

/** What happened in an account on one UTC day, counted as it happened. */
export interface AccountDaysTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  orders: number;
  /** Delivery emails that a mail server took. */
  emails: number;
}
