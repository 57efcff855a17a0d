import type { Instant } from "./instants.ts";

/** The first answer to a request with an `Idempotency-Key`. */
export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  /** SHA-256 of method, path and body, in hexadecimal. */
  request_hash: string;
  status: number;
  body: string;
  created_at: Instant;
}
