import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A key with which programs call a store's API. */
export interface ApiKeysTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  /** Names from `src/access/api-keys/scopes.ts`, separated by commas. */
  scopes: string;
  /** 1 if the orders that it creates are tests. */
  test: number;
  created_at: Instant;
  /** Null: it never expires. */
  expires_at: Instant | null;
  /** Written at most once a minute; null until the first use. */
  last_used_at: Instant | null;
}

/** The secrets of a key: the newest one, and the previous one while that still works. */
export interface ApiKeySecretsTable {
  /** The hash of the whole secret (`src/access/api-keys/secret.ts`). */
  hash: string;
  api_key_id: number;
  last_four: string;
  /** Until when a replaced secret works; null for the newest. */
  ends_at: Instant | null;
}

/** A call of a store's API, shown to the people who write its programs. */
export interface ApiRequestsTable {
  id: Generated<number>;
  account_id: number;
  /** Row number of the key, which may have been deleted; null for the API key and token. */
  api_key_id: number | null;
  /** Its name at that time. */
  api_key_name: string | null;
  method: string;
  /** Without the query, and without personal or secret parts (`src/access/api-keys/shown-path.ts`). */
  path: string;
  status: number;
  /** Milliseconds until the response began. */
  duration: number;
  request_id: string;
  at: Instant;
}

/** ISO 8601 in UTC, as better-auth stores instants in its tables: `2026-11-20T21:37:00.000Z`. */
type IsoInstant = string;

/** A person's role in an account. src/access/people/roles.ts defines what it allows. */
export type Role = "owner" | "staff" | "read_only";

/** A person, who may be a member of several accounts. */
export interface UsersTable {
  id: string;
  /** In lowercase. */
  email: string;
  name: string;
  email_verified: Generated<number>;
  two_factor_enabled: Generated<number>;
  created_at: IsoInstant;
  updated_at: IsoInstant;
}

export interface MembersTable {
  account_id: number;
  user_id: string;
  role: Role;
  created_at: Instant;
}

/** An invitation. The person becomes a member when they accept it with the link sent to this email. */
export interface InvitationsTable {
  id: string;
  account_id: number;
  /** In lowercase. */
  email: string;
  /** The name given by the owner. An existing person keeps their own name. */
  name: string;
  role: Role;
  /** The hash of the token in the link, which works once. */
  token_hash: string;
  expires_at: Instant;
  created_at: Instant;
}

/** A person's means of proving who they are. */
export interface CredentialsTable {
  id: string;
  user_id: string;
  /** `credential` for a password. */
  provider_id: string;
  provider_user_id: string;
  /** A hash by Bun.password: argon2id. */
  password_hash: string | null;
  created_at: IsoInstant;
  updated_at: IsoInstant;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  /** The account on whose host the person signed in. The session is only valid there. */
  account_id: number;
  /** Gives no access by itself: in the cookie, it has a signature made with the installation's secret. */
  token: string;
  ip_address: string | null;
  user_agent: string | null;
  expires_at: IsoInstant;
  created_at: IsoInstant;
  updated_at: IsoInstant;
}

/** A one-time proof, such as a link to set a password. The identifier is hashed. */
export interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: IsoInstant;
  created_at: IsoInstant;
  updated_at: IsoInstant;
}

/** A person's two-factor authentication. Secret and backup codes are encrypted. */
export interface TwoFactorsTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: number | null;
  failed_verification_count: number | null;
  locked_until: IsoInstant | null;
}

/** A browser in which a person has signed in. Several people may use the same browser. */
export interface DevicesTable {
  /** The hash of the token in the browser's cookie. */
  token_hash: string;
  user_id: string;
  /** The last time that the person signed in. */
  signed_in_at: Instant;
}
