import type { Instant } from "../../instants.ts";

/** Links with which customers see all that they have bought with an address. */
export interface LibraryLinksTable {
  /** Of the link's token. */
  token_hash: string;
  account_id: number;
  /** The customer's address, in small letters. */
  email: string;
  expires_at: Instant;
}
