import type { Instant } from "./instants.ts";

/** The first answer to a request with an `Idempotency-Key`. */
export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  /** SHA-256 of method, path and body, in hexadecimal. */
  request_hash: string;
  status: number;
  /** Empty once the order was deleted. */
  body: string;
  /** Row number of the order that the body tells of; null until it is made. */
  order_id: number | null;
  created_at: Instant;
}
