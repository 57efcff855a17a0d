import type { Instant } from "../../instants.ts";

/** The first response to a request with an `Idempotency-Key`. */
export interface IdempotencyKeysTable {
  account_id: number;
  /** The client's own text, after the caller and two line breaks if that is not the account itself. */
  key: string;
  /** SHA-256 hash that identifies the request, in hexadecimal. */
  request_hash: string;
  /** Encrypted. Null until there is a response, empty after its order was deleted. */
  answer: string | null;
  /** Row number of the order that the response is about; null if there is none. */
  order_id: number | null;
  created_at: Instant;
}
