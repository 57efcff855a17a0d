import type { Instant } from "./instants.ts";

/** The first answer to a request with an `Idempotency-Key`. */
export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  /** SHA-256 of all that makes the request what it is, in hexadecimal. */
  request_hash: string;
  /** Encrypted; null until it is there, empty once its order was deleted. */
  answer: string | null;
  /** Row number of the order that the answer tells of; null when it tells of none. */
  order_id: number | null;
  created_at: Instant;
}
