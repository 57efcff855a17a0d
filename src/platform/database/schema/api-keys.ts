import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A key of a store's, with which programs call its API. */
export interface ApiKeysTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  /** Names of `src/access/api-keys/scopes.ts`, with commas between them. */
  scopes: string;
  /** 1 if the orders that it creates are tests. */
  test: number;
  created_at: Instant;
  /** Null: it never expires. */
  expires_at: Instant | null;
  /** Written at most once a minute; null until the first use. */
  last_used_at: Instant | null;
}

/** What proves a key: its newest secret, and the one that was replaced while that still works. */
export interface ApiKeySecretsTable {
  /** Of the whole secret (`src/access/api-keys/secret.ts`). */
  hash: string;
  api_key_id: number;
  last_four: string;
  /** Until when a replaced secret works; null for the newest. */
  ends_at: Instant | null;
}

/** A call of a store's API, for the people who write its programs. */
export interface ApiRequestsTable {
  id: Generated<number>;
  account_id: number;
  /** Row number of the key, which may be gone; null for the API key and token. */
  api_key_id: number | null;
  /** Its name at that time. */
  api_key_name: string | null;
  method: string;
  /** Without the query, and without what may be personal or secret (`src/access/api-keys/shown-path.ts`). */
  path: string;
  status: number;
  /** Milliseconds until the response began. */
  duration: number;
  request_id: string;
  at: Instant;
}
