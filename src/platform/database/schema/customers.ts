import type { Generated } from "kysely";

/** What a store notes about a customer. */
export interface CustomerNotesTable {
  account_id: number;
  /** In small letters. */
  email: string;
  notes: string;
}

/** A customer whose data is being erased. The row goes once that is done. */
export interface ErasuresTable {
  id: Generated<number>;
  account_id: number;
  /** In small letters. */
  email: string;
  /** Later orders are those of a new customer, and stay. */
  last_order_id: number;
}
